"""How Karat was installed, as pip recorded it, and so how an extra is added to it."""

from __future__ import annotations

import json
from importlib import metadata
from urllib.parse import unquote, urlsplit


def install_command(extra: str) -> str:
    """Give the command that adds an extra to this installation, from where Karat itself was installed."""
    try:
        source = metadata.distribution("karat").read_text("direct_url.json")
    except metadata.PackageNotFoundError:
        return f"pip install '.[{extra}]' in the folder of Karat's source"
    if source is None:
        return f"pip install 'karat[{extra}]'"
    origin = json.loads(source)
    address = urlsplit(origin["url"])
    if "vcs_info" in origin or address.scheme != "file":
        scheme = f"{origin['vcs_info']['vcs']}+" if "vcs_info" in origin else ""
        return f"pip install 'karat[{extra}] @ {scheme}{origin['url']}'"
    editable = "--editable " if origin.get("dir_info", {}).get("editable") else ""
    return f"pip install {editable}'{unquote(address.path)}[{extra}]'"
