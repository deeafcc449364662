"""Any program that reads sentences and writes extractions in a format that Karat knows, or answers lines of JSON."""

from karat.systems.command.options import CommandOptions
from karat.systems.command.system import Command

__all__ = ["Command", "CommandOptions"]
