"""Which stanzas of a conversation are marked: walk from one to the next, and tell which filters ask for marks."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from alicia_desktop.filtering.expression import Condition, Expression, leaves
from alicia_desktop.filtering.vocabulary import MARKED

Notes = Mapping[int, str]
"""The note of each marked stanza by its number in the journal, ascending; "" for a mark without one."""


def neighbour_mark(notes: Notes, row_id: str, step: int, found: Sequence[int] | None) -> str:
    """Return the next marked stanza after a row (`step` 1) or before it (−1), beyond the last one the first.

    Args:
        notes: the marks of the conversation.
        row_id: where to look from; empty for the beginning, or the end.
        step: 1 or −1.
        found: the numbers that a filter found, ascending, of which alone it may be one; None without a filter.

    Returns:
        The id of its row; empty where nothing is marked.
    """
    seqs = [seq for seq in notes if found is None or _holds(found, seq)]
    if not seqs:
        return ""
    if not row_id:
        return str(seqs[0 if step > 0 else -1])
    place = bisect_right(seqs, int(row_id)) if step > 0 else bisect_left(seqs, int(row_id)) - 1
    return str(seqs[place % len(seqs)])


def changed_marks(before: Notes, after: Notes) -> frozenset[int]:
    """Return the stanzas that are marked, or noted, otherwise than before."""
    return frozenset(seq for seq, _ in before.items() ^ after.items())


def is_about_marks(expression: Expression) -> bool:
    """Whether a filter finds something else when a mark changes."""
    return any(isinstance(leaf, Condition) and _asks(leaf) for leaf, _ in leaves(expression))


def _asks(leaf: Condition) -> bool:
    return leaf.key == "note" or (leaf.key == "is" and leaf.value == MARKED)


def _holds(found: Sequence[int], seq: int) -> bool:
    place = bisect_left(found, seq)
    return place < len(found) and found[place] == seq
