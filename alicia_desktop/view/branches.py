"""Choose which branch of a conversation is shown, where messages were edited or asked again.

What took the place of a message names it in `superseded_by`; these links make the alternatives, and a message that is
not chosen hides all that follows it. Without a choice the newest stands. What never got a word is no alternative,
unless it is what is looked at. Pure, and cheap where nothing was ever edited: only what is hidden is walked through.
"""

from collections import defaultdict
from collections.abc import Container, Iterable

from alicia_desktop.store.conversations.messages import BranchLink
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.view.rows import BranchRow


class Branches:
    """The branches of one conversation, and which of them the user chose."""

    def __init__(self) -> None:
        self._order: dict[str, int] = {}
        self._previous: dict[str, str | None] = {}
        self._next: dict[str, list[str]] = defaultdict(list)
        self._replaced: dict[str, str] = {}
        """Id → what took its place."""
        self._chosen: dict[str, str] = {}
        """The newest of some alternatives → the one that is looked at instead."""
        self._questions: set[str] = set()
        self._wordless: set[str] = set()
        """Answers that ended without a word."""
        self._hidden: set[str] = set()
        self._last_turns: dict[str, str] = {}
        """The last question behind what is hidden, as far as it was asked for since more was hidden."""
        self._alternatives: dict[str, tuple[str, ...]] = {}

    def update(self, messages: Iterable[MessageRecord | BranchLink]) -> bool:
        """Apply new or changed messages; return whether other messages are hidden or shown because of them."""
        new, moved = set[str](), False
        for message in messages:
            if message.id not in self._order:
                new.add(message.id)
            moved = self._learn(message) or moved
        return (moved or not new.isdisjoint(self._replaced.values())) and self._arrange()

    def _learn(self, message: MessageRecord | BranchLink) -> bool:
        """Note a message; return whether something else took its place than before."""
        known = message.id in self._order
        self._note_words(message)
        if known and self._order[message.id] != message.sequence_number:
            self._last_turns.clear()
        self._order[message.id] = message.sequence_number
        if not known:
            self._previous[message.id] = message.previous_id
            if message.previous_id:
                self._next[message.previous_id].append(message.id)
                if message.previous_id in self._hidden:
                    self._hide(message.id)
        replaced = message.superseded_by
        if not replaced:  # or not any more: what was to take its place had no words
            return self._replaced.pop(message.id, None) is not None
        before, self._replaced[message.id] = self._replaced.get(message.id), replaced
        return before != replaced

    def hides(self, message_id: str) -> bool:
        """Whether the message is in a branch that is not looked at."""
        return message_id in self._hidden

    def branch_of(self, message_id: str) -> BranchRow | None:
        """Return the place of a message among its alternatives; None where it has none."""
        known = self._alternatives.get(message_id, ())
        later = {one: "" if one == message_id else self._last_turn_of(one) for one in known}
        among = [one for one in later if one == message_id or later[one] or one not in self._wordless]
        if len(among) < 2:
            return None
        at = among.index(message_id)
        last = max((one for one in among if one != message_id), key=lambda one: self._order.get(later[one], 0))
        return BranchRow(
            number=at + 1,
            count=len(among),
            before=among[at - 1] if at else "",
            after=among[at + 1] if at + 1 < len(among) else "",
            later_in=among.index(last) + 1 if later[last] else 0,
            later=later[last],
        )

    @property
    def chosen(self) -> tuple[str, ...]:
        """What is looked at instead of the newest."""
        return tuple(one for newest, one in self._chosen.items() if one != newest)

    def _note_words(self, message: MessageRecord | BranchLink) -> None:
        if message.message_role == "user":
            self._questions.add(message.id)
        is_written = bool(message.contents) or message.completion_status == "streaming"
        (self._wordless.discard if is_written else self._wordless.add)(message.id)

    def _last_turn_of(self, message_id: str) -> str:
        """Return the last question that follows a message; empty where none does."""
        known = self._last_turns.get(message_id)
        if known is not None:
            return known
        turns = [one for one in self.followers(message_id) if one in self._questions]
        last = max(turns, key=self._order.__getitem__, default="")
        if message_id in self._hidden:
            self._last_turns[message_id] = last
        return last

    def followers(self, message_id: str, *, but: Container[str] = ()) -> list[str]:
        """Return all that follows a message, without what follows `but`; each names one message before it."""
        found = [one for one in self._next.get(message_id, ()) if one not in but]
        for one in found:
            found += [more for more in self._next.get(one, ()) if more != message_id and more not in but]
        return found

    def choose(self, message_id: str) -> bool:
        """Look at the branch that a message is in; returns whether that is another one."""
        before, seen = dict(self._chosen), set()
        at: str | None = message_id
        while at is not None and at not in seen:
            seen.add(at)
            among = self._alternatives.get(at)
            if among is not None:
                self._chosen[among[-1]] = at
            at = self._previous.get(at)
        return self._chosen != before and self._arrange()

    def choose_newest(self) -> bool:
        """Look at the newest branch everywhere; returns whether that is another one."""
        self._chosen.clear()
        return bool(self._alternatives) and self._arrange()

    def _arrange(self) -> bool:
        """Make the alternatives from the links, and hide what is not chosen; returns whether that changed anything."""
        before = set(self._hidden), dict(self._alternatives)
        groups: dict[str, set[str]] = defaultdict(set)
        for one in self._replaced:
            groups[self._newest(one)].add(one)
        self._alternatives, self._hidden = {}, set()
        self._last_turns.clear()
        for newest, older in groups.items():
            if newest not in self._order:
                continue
            among = (*sorted(older, key=lambda one: self._order.get(one, 0)), newest)
            chosen = self._chosen.get(newest, newest)
            for one in among:
                self._alternatives[one] = among
                if one != chosen:
                    self._hide(one)
        return before != (self._hidden, self._alternatives)

    def _newest(self, message_id: str) -> str:
        seen: set[str] = set()
        while message_id in self._replaced and message_id not in seen:
            seen.add(message_id)
            message_id = self._replaced[message_id]
        return message_id

    def _hide(self, message_id: str) -> None:
        if message_id not in self._hidden:
            self._hidden |= {message_id, *self.followers(message_id, but=self._hidden)}
            self._last_turns.clear()
