"""A language model as a system: k-shot prompts after ROBUST (4.2 and A.3), budgets, and answers kept on disk."""

from karat.systems.llm.options import LlmOptions
from karat.systems.llm.system import Llm

__all__ = ["Llm", "LlmOptions"]
