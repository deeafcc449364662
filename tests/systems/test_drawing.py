from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from karat.systems.drawing import shuffle


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100])
def test_every_item_comes_once(count):
    assert sorted(shuffle(range(count), 3, "a")) == list(range(count))


def test_the_same_in_every_python():
    assert "".join(shuffle("abcdefgh", 0, "x")) == "bceghadf"


def test_it_is_the_shuffle_of_fisher_and_yates():
    items = list(range(20))
    for place in range(20):
        number = int.from_bytes(sha256(f"5\0x\0{place}".encode()).digest())
        chosen = place + number % (20 - place)
        items[place], items[chosen] = items[chosen], items[place]
    assert list(shuffle(range(20), 5, "x")) == items


def test_the_key_decides():
    orders = {tuple(shuffle(range(8), *key)) for key in [(0, "x"), (1, "x"), (0, "y"), ("0x",), ("", "0x")]}
    assert len(orders) == 5


def test_a_few_of_many_come_at_once():
    assert len(set(islice(shuffle(range(10**12), 0), 50))) == 50


def test_every_order_is_as_likely():
    counts = Counter(tuple(shuffle("abc", seed)) for seed in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())  # 1,000 expected, and more than 5 deviations either way
