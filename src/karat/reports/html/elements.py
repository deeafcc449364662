"""HTML elements; every text is escaped unless it was made here."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"br", "hr", "input", "meta"})


class Html(str):
    """Text that is HTML already, made by ``element`` and its like."""

    __slots__ = ()


Content = str | Iterable["Content"] | None


def element(name: str, /, *content: Content, **attributes: str | bool | int | None) -> Html:
    """Make an element; texts and attributes are escaped.

    ``class_`` and ``aria_label`` become ``class`` and ``aria-label``; an attribute that is ``True`` stands without a
    value, one that is ``None`` or ``False`` is left out.

    >>> element("p", "a < b", element("b", "&"), class_="note", hidden=True)
    '<p class="note" hidden>a &lt; b<b>&amp;</b></p>'
    """
    written = "".join(_attribute(key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{written}>")
    return Html(f"<{name}{written}>{joined(content)}</{name}>")


def joined(content: Content) -> Html:
    """Concatenate parts."""
    if content is None:
        return Html("")
    if isinstance(content, Html):
        return content
    if isinstance(content, str):
        return Html(escape(content, quote=False))
    return Html("".join(map(joined, content)))


def _attribute(name: str, value: str | bool | int | None) -> str:
    if value is None or value is False:
        return ""
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'


def table(
    columns: Iterable[Content],
    rows: Iterable[Iterable[Content]],
    *,
    caption: str | None = None,
    class_: str | None = None,
    id: str | None = None,
) -> Html:
    """Make a table whose first column names the rows, in a frame that scrolls where the table is too wide."""
    names = list(columns)
    head = element("tr", (element("th", name, scope="col") for name in names))
    body = (
        element("tr", element("th", first, scope="row"), (element("td", cell) for cell in rest))
        for first, *rest in map(list, rows)
    )
    whole = element(
        "table",
        element("caption", caption) if caption else None,
        element("thead", head),
        element("tbody", body),
        class_=class_,
        id=id,
    )
    return scrolling(whole, caption or "table")


def scrolling(content: Html, label: str) -> Html:
    """Wrap wide content in a frame that scrolls, also by keyboard."""
    return element("div", content, class_="scroll", tabindex=0, role="region", aria_label=label)
