"""Whether a new statement says what an old one said, replaces it, or is another one (docs/memory.md#duplicates).

Decided by what the statements say and never by how near their vectors are: "allergic to peanuts" and "allergic to
penicillin" are nearer to each other than many a paraphrase. Other names, numbers, dates or a negation are never the
same.
"""

from typing import Literal

from alicia_desktop.memory.facts import Fact

Relation = Literal["same", "replaces", "other"]


def relation(new: Fact, old: Fact) -> Relation:
    """Return what `new` is to `old`."""
    if new.normal == old.normal:
        return "same"
    if not new.attribute or (new.subject, new.attribute) != (old.subject, old.attribute):
        return "other"
    equal = new.value == old.value
    if equal and new.denied == old.denied:
        return "same"
    if equal:
        return "replaces" if new.changed else "other"
    if new.single_valued and not new.denied and not old.denied:
        return "replaces"
    return "other"
