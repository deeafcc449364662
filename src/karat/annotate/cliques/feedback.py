"""What experts refused, for the workers whose batch came back; nobody learns which expert said what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from karat.annotate.cliques.batch import Batch
from karat.annotate.cliques.content import Content
from karat.annotate.cliques.payloads import current_text
from karat.annotate.cliques.state import State, verdict_key
from karat.annotate.project import CHECK
from karat.one_line import one_line

if TYPE_CHECKING:
    from karat.annotate.store import Store


@dataclass(frozen=True, slots=True)
class Refusal:
    """One expert's verdict *wrong* on a sentence, without the expert; ``text`` is the sentence as it is now."""

    item: int
    key: str
    worker: int
    round: int
    sentence: str
    text: str
    faults: tuple[str, ...]
    note: str

    __repr__ = one_line


def find_refusals(store: Store, batch: Batch, worker: int | None = None) -> Iterator[Refusal]:
    """Yield what was refused in rounds that are decided, of one worker or of all, by clique and sentence."""
    decided = [check for check in batch.checks if check.accepted is not None]
    for id, owner in batch.cliques.items():
        if worker not in (None, owner):
            continue
        drawn = [check for check in decided if id in check.sample]
        if not drawn:
            continue
        item, documents = store.item(id), store.documents_of(id)
        checks = {each.person: State.from_json(each.state) for each in documents if each.purpose == CHECK}
        work = next(State.from_json(each.state) for each in documents if each.is_work)
        assert item.content is not None
        for sentence in Content.from_json(item.content).sentences_to_do:
            for check in drawn:
                key = verdict_key(check.round, sentence.id)
                # Verdicts of an expert who was replaced do not count.
                verdicts = (checks[expert].verdicts.get(key) for expert in check.experts)
                wrong = [each for each in verdicts if each is not None and not each.right]
                # Sorted by what they say: the order would tell the experts apart.
                for each in sorted(wrong, key=lambda verdict: (verdict.faults, verdict.note)):
                    text = current_text(work, sentence)
                    yield Refusal(id, item.key, owner, check.round, sentence.id, text, each.faults, each.note)
