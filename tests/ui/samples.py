"""Rows with the content of the design's pictures, for tests of the window and for looking at it beside them."""

from alicia_desktop.base.observable import Rows
from alicia_desktop.view.rows import (
    ChipRow,
    ConversationRow,
    MessageRow,
    SentenceSpan,
    StatusRow,
    StepRow,
    ToolCardRow,
    TraceAction,
    VoiceRow,
)

SENTENCES = (
    "A **lemon drizzle cake** travels well and cuts into twenty small squares. ",
    (
        "Because Emma is allergic to walnuts, I left out every recipe with nuts, and I would check that the sprinkles "
        "are packed away from them. "
    ),
    "I have noted that the Clementi comes first and the Bach",
)
STATUS = StatusRow(place="On the home server", detail="Memory on", sync="Synced 2 min ago", sync_kind="ok")
SPEAKING = VoiceRow(
    state="speaking",
    title="Speaking",
    hint="Talk to interrupt",
    mode="hands_free",
    open=True,
    input_device="USB headset",
    output_device="Speakers",
    threshold=0.38,
    sounding=True,
)


def chip(number: int, action: TraceAction, score: str, meaning: str, content: str) -> ChipRow:
    return ChipRow(
        id=f"amu_{number}", memory_id=f"amem_{number}", action=action, score=score, meaning=meaning, content=content
    )


def conversations() -> Rows[ConversationRow]:
    rows: Rows[ConversationRow] = Rows(lambda row: row.id)
    lines = (
        ("Pinned", "Emma’s recital on Friday", "The Clementi comes first, I noted it", "18:02"),
        ("Pinned", "Morning Star: winter berth", "The lift is booked for the 28th at nine", "16:40"),
        ("Today", "Shopping for the weekend", "Milk, flour, lemons, oat biscuits", "11:15"),
        ("Earlier", "School form: allergies", "Filled in: walnuts, no other nuts", "Tue"),
        ("Earlier", "Engine will not start", "Bleed the fuel filter first, then try", "Mon"),
        ("Earlier", "A second-hand piano", "The tuner can come on Thursday", "14 Nov"),
        ("Earlier", "Private conversation", "Uses and stores no memories", "12 Nov"),
        ("Earlier", "Knots to teach Emma", "Bowline, clove hitch, figure of eight", "9 Nov"),
    )
    for number, (section, title, last_line, time) in enumerate(lines):
        rows.put(
            ConversationRow(
                id=f"ac_{number}",
                title=title,
                last_line=last_line,
                time=time,
                section=section,  # type: ignore[arg-type] # the table above holds only the three
                private=title.startswith("Private"),
            )
        )
    return rows


def spans() -> tuple[SentenceSpan, ...]:
    found, at = [], 0
    for number, sentence in enumerate(SENTENCES, 1):
        found.append(SentenceSpan(sequence=number, start=at, end=at + len(sentence)))
        at += len(sentence)
    return tuple(found)


def first_answer() -> MessageRow:
    return MessageRow(
        id="am_2",
        role="assistant",
        name="Alicia",
        time="17:58",
        text="Emma plays at **18:30 on Friday** in the hall of the music school. You wanted seats near the front, so "
        "be there by six. Leave the island by two, and Morning Star is in her berth at four.",
        revision=1,
        chips=(
            chip(1, "retrieved", "0.94", "relevance", "Recital: Fri 18:30"),
            chip(2, "retrieved", "0.81", "relevance", "Her berth needs high water"),
            chip(3, "retrieved", "0.64", "relevance", "You like seats near the front"),
            chip(4, "retrieved", "0.51", "relevance", "The hall has 200 seats"),
        ),
        timing="First word after 0.48 s · get_tides 0.4 s",
    )


def growing_answer() -> MessageRow:
    return MessageRow(
        id="am_4",
        role="assistant",
        name="Alicia",
        time="18:02",
        text="".join(SENTENCES),
        revision=3,
        streaming=True,
        sentences=spans(),
        chips=(
            chip(5, "retrieved", "0.91", "relevance", "Emma is allergic to walnuts"),
            chip(6, "updated", "0.70", "importance", "Clementi first"),
            chip(7, "stored", "0.60", "importance", "You bake for the recital"),
            chip(8, "retrieved", "0.58", "relevance", "Your oven runs ten degrees hot"),
            chip(9, "retrieved", "0.51", "relevance", "About 20 children come"),
        ),
        tools=(tool(),),
        reasoning=(
            StepRow(id="ar_1", text="A cake for many children, no walnuts"),
            StepRow(id="ar_2", text="Look for recipes without nuts"),
            StepRow(id="ar_3", text="Say why nuts are left out"),
        ),
        timing="First word after 0.62 s",
    )


def tool() -> ToolCardRow:
    return ToolCardRow(
        id="atu_1",
        name="search_recipes",
        parameters="no nuts · 20 children",
        state="done",
        outcome="Done · 186 ms · 3 results",
        result='{\n  "result": ["Lemon drizzle cake", "Oat and apple bars"]\n}',
        started_at=0,
    )


def question(number: int, text: str, *, time: str = "17:58", spoken: bool = False) -> MessageRow:
    return MessageRow(
        id=f"am_{number}",
        role="user",
        name="You",
        time=time,
        text=text,
        revision=1,
        state="stored",
        state_text="Stored",
        spoken=spoken,
    )


def messages() -> Rows[MessageRow]:
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    asked = "When does Emma’s recital start on Friday, and will I make it if I bring Morning Star in first?"
    rows.put(question(1, asked))
    rows.put(first_answer())
    then = "Good. What could I bake for the other children? And she plays the Clementi first now, not the Bach."
    rows.put(question(3, then, time="18:02", spoken=True))
    rows.put(growing_answer())
    return rows
