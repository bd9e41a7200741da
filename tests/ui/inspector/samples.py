"""The contents of the design's pictures, as rows: the recital, the walnuts, and a turn of 624 ms."""

from datetime import UTC, datetime

from alicia_desktop.base.observable import Rows
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.references import Reference, ReferenceKind, sentence_reference
from alicia_desktop.view.stanza_details import StanzaDetails, stanza_details
from alicia_desktop.view.stanzas import StanzaRow
from alicia_desktop.view.text import duration, signed
from alicia_desktop.view.tools import ToolRow
from alicia_desktop.view.traces import TraceRow
from alicia_desktop.view.turn_statistics import PhaseGroup, TurnComparison, TurnPoint
from alicia_desktop.view.turns import ChainLine, ChainStep, TurnView
from alicia_desktop.view.waterfall import WaterfallRow

RAW = bytes.fromhex(
    "85a87374616e7a614964d1fe5eae636f6e766572736174696f6e4964b861635f56315374475852385f5a356a64486936422d6d7954a47479"
    "70650ea46d65746181a974696d657374616d70cf0000019a9d11089ca4626f647989a26964b9616d755f71345a62583073576d324c74526b"
    "39615066375564ae636f6e766572736174696f6e4964b861635f56315374475852385f5a356a64486936422d6d7954aa70726576696f7573"
    "4964b8616d5f334b66546e3879516856773178456f4335694a624ca86d656d6f72794964ba616d656d5f473775526432704e7a364873596b"
    "4130764d635865aa6d656d6f727954797065a466616374a6616374696f6ea9726574726965766564a7636f6e74656e74bb456d6d61206973"
    "20616c6c657267696320746f2077616c6e757473aa636f6e666964656e6365cb3fed1eb851eb851fa86d6574616461746181a47461677392"
    "a4456d6d61a7616c6c65726779"
)
TRACES = (
    ("amu_1", "1", "retrieved", "Emma is allergic to walnuts", "Retrieved · Health & wellness · pinned", 0.91),
    ("amu_2", "2", "retrieved", "About 20 children come to the recital", "Retrieved · Relationships", 0.77),
    ("amu_3", "3", "retrieved", "Your oven runs ten degrees hot", "Retrieved · Daily routines", 0.58),
    (
        "amu_4",
        "–",
        "updated",
        "Emma plays the Clementi first, then the Bach",
        "Updated · Relationships · was: the Bach first",
        0.70,
    ),
    ("amu_5", "–", "stored", "You bake a cake for Emma’s recital", "Stored · Goals", 0.60),
)
KINDS: dict[str, ReferenceKind] = {
    "question": "message",
    "memories": "trace",
    "reasoning": "step",
    "tool": "tool",
    "sentences": "message",
    "error": "message",
}
BARS = (
    ("speech", "speech", "You speak", -4200, 4200),
    ("transcript", "transcript", "Final transcript", 130, 34),
    ("retrieval", "retrieval", "Memory retrieval", 133, 19),
    ("start", "start", "StartAnswer", 160, None),
    ("ar_1", "reasoning", "Reasoning, steps 1–2", 166, 42),
    ("atu_1", "tool", "search_recipes", 208, 186),
    ("ar_3", "reasoning", "Reasoning, step 3", 400, 12),
    ("first sentence", "sentence", "First sentence", 412, 212),
    ("sound", "sound", "Alicia speaks", 702, 9100),
)
STANZAS = (
    (1040, "10.566", "1.635", "in", "−416", "Transcription", "214", "final “Good. What could I bake …” · 0.96", ()),
    (1041, "10.571", "0.005", "out", "119", "Acknowledgement", "71", "last seen −416", ()),
    (1042, "10.588", "0.017", "in", "−418", "MemoryTrace", "349", "retrieved “Emma is allergic to walnuts” · 0.91", ()),
    (1043, "10.589", "0.001", "in", "−420", "MemoryTrace", "318", "retrieved “About 20 children come” · 0.77", ()),
    (
        1044,
        "10.590",
        "0.001",
        "in",
        "−420",
        "MemoryTrace",
        "318",
        "Duplicate of an earlier stanza, ignored",
        ("duplicate",),
    ),
    (1045, "10.592", "0.002", "in", "−422", "MemoryTrace", "331", "updated “Emma plays the Clementi first” · 0.70", ()),
    (1046, "10.596", "0.004", "in", "−424", "StartAnswer", "133", "voice and text · 4 sentences planned", ()),
    (
        1048,
        "10.644",
        "0.042",
        "in",
        "−430",
        "ToolUseRequest",
        "187",
        "search_recipes · on the server · 30 s at most",
        (),
    ),
    (1049, "10.652", "0.008", "in", "–", "type 31", "64", "Unknown type 31, stored as raw bytes", ("unknown",)),
    (1050, "10.830", "0.178", "in", "−432", "ToolUseResult", "1,412", "success · 3 results", ()),
    (1052, "11.318", "0.258", "in", "–", "malformed", "61", "Ends inside a text at byte 61 of 92.", ("malformed",)),
    (1053, "11.492", "0.174", "in", "−440", "AssistantSentence", "244", "2 “Because Emma is allergic to …”", ()),
    (1054, "12.004", "0.512", "in", "−438", "ReasoningStep", "158", "3 of 3 “Say why nuts …”", ("out of order",)),
)


def trace_row(*values):
    row_id, rank, action, content, detail, score = values
    named = "relevance" if action == "retrieved" else "importance"
    return TraceRow(
        id=row_id,
        memory_id=row_id.replace("amu", "amem"),
        message_id="am_answer",
        rank=rank,
        action=action,
        content=content,
        detail=detail,
        score="" if score is None else f"{score:.2f}",
        meaning=named if score is not None else "no score sent",
        fraction=score,
    )


def traces() -> Rows[TraceRow]:
    rows: Rows[TraceRow] = Rows(lambda row: row.id)
    rows.extend(trace_row(*trace) for trace in TRACES)
    return rows


def tool_row(row_id="atu_1", **changes) -> ToolRow:
    values = {
        "id": row_id,
        "message_id": "am_answer",
        "name": "search_recipes",
        "execution": "on the server",
        "state": "done",
        "orphan": False,
        "duration": "186 ms",
        "parameters": '{\n  "without": "nuts",\n  "servings": 20\n}',
        "result": '[\n  {"title": "Lemon drizzle cake"},\n  {"title": "Oat and apple bars"}\n]',
        "error": "",
        "time": "18:02:10.644",
    }
    return ToolRow(**{**values, **changes})


def tools() -> Rows[ToolRow]:
    rows: Rows[ToolRow] = Rows(lambda row: row.id)
    rows.extend(
        [
            tool_row("atu_0", name="get_tides", duration="412 ms", time="17:58:03.120"),
            tool_row(),
            tool_row("atu_2", name="calculator", state="running", duration="–", result="", time="18:02:11.020"),
            tool_row(
                "atu_3",
                name="get_weather",
                state="failed",
                duration="30.0 s",
                result="",
                error="timeout No answer within 30 s.",
                time="18:02:12.300",
            ),
            tool_row("atu_4", name="result without a request", orphan=True, execution="not sent", time="18:02:13.001"),
        ]
    )
    return rows


def stanza_row(*values) -> StanzaRow:
    number, second, delta, direction, stanza, kind, size, summary, badges = values
    return StanzaRow(
        id=str(number),
        number=number,
        time=f"18:02:{second}",
        delta=delta,
        direction=direction,
        stanza=stanza,
        type=kind,
        size=size,
        summary=summary,
        badges=badges,
    )


def stanzas(*, limit=None) -> Rows[StanzaRow]:
    rows: Rows[StanzaRow] = Rows(lambda row: row.id, limit=limit)
    rows.extend(stanza_row(*stanza) for stanza in STANZAS)
    return rows


def numbered_stanza(number) -> StanzaRow:
    return stanza_row(number, "10.588", "0.001", "in", f"−{number}", "MemoryTrace", "349", f"retrieved “{number}”", ())


def details(number=1042) -> StanzaDetails:
    moment = datetime(2026, 11, 19, 17, 2, 10, 588000, tzinfo=UTC)
    return stanza_details(
        JournalRecord(
            seq=number,
            direction="in",
            stanza_id=-418,
            type=14,
            name="MemoryTrace",
            conversation_id="ac_V1StGXR8_Z5jdHi6B-myT",
            content_id="amu_q4ZbX0sWm2LtRk9aPf7Ud",
            turn_ref=None,
            raw=RAW,
            size=len(RAW),
            meta={},
            duplicate=False,
            out_of_order=False,
            after_stop=False,
            unknown=False,
            malformed=False,
            problems=(),
            at=moment,
            received_at=moment,
            sender="alicia-agent-local",
            stranger=False,
        )
    )


def turn(question_id="am_question", **changes) -> TurnView:
    values = {
        "id": question_id,
        "answer_id": "am_answer",
        "number": 2,
        "count": 2,
        "title": "Turn 2 of 2",
        "subtitle": "Spoken · Wednesday, 19 November, 18:02",
        "figures": (
            ("624 ms", "to the first word"),
            ("702 ms", "to the first sound"),
            ("130 ms", "transcript"),
            ("19 ms", "retrieval"),
            ("186 ms", "tools"),
            ("9.8 s", "to the end"),
        ),
        "zero": "end of speech",
        "waterfall": tuple(bar(*values) for values in BARS),
        "chain": chain(),
        "previous_id": "am_before",
        "next_id": None,
    }
    return TurnView(**{**values, **changes})


def bar(row_id, kind, label, at, took) -> WaterfallRow:
    text = "·" if took is None else duration(took)
    return WaterfallRow(id=row_id, kind=kind, label=label, at_ms=at, took_ms=took, at=signed(at), took=text)


def turn_point(number, ms, **changes) -> TurnPoint:
    values = {
        "id": f"am_{number}",
        "conversation_id": "ac_1",
        "number": number,
        "ms": ms,
        "title": "Emma’s recital",
        "asked": "When is the recital?",
        "when": "Wednesday, 19 November, 18:02",
        "took": duration(ms),
        "is_outlier": False,
        "group": "",
    }
    return TurnPoint(**{**values, **changes})


def comparison(**changes) -> TurnComparison:
    """Four turns, the last of which read its prompt for long, and a tool that two of them used."""
    prompt = [turn_point(number, ms, is_outlier=ms > 1_000) for number, ms in enumerate((110, 120, 130, 1_900), 1)]
    tool = [turn_point(number, ms) for number, ms in ((2, 40), (4, 60))]
    groups = (
        phase_group("Reading the prompt", prompt, p50="125 ms", p95="1.6 s", longest="1.9 s"),
        phase_group("Tool: calculator", tool, p50="50 ms", p95="59 ms", longest="60 ms"),
    )
    return TurnComparison(**{"turns": 4, "of": 4, "groups": groups, **changes})


def phase_group(phase, points, group="", **figures) -> PhaseGroup:
    return PhaseGroup(id=f"{phase} {group}", phase=phase, group=group, points=tuple(points), **figures)


def chain() -> tuple[ChainStep, ...]:
    said = "Good. What could I bake for the other children? And she plays the Clementi first now, not the Bach."
    sentences = (
        ("1", "A lemon drizzle cake travels well and cuts into twenty small squares.", "+624 ms · 2.2 s"),
        ("2", "Because Emma is allergic to walnuts, I left out every recipe with nuts.", "+1,056 ms · 3.5 s"),
        ("3", "I have noted that the Clementi comes first and the Bach second.", "+1,568 ms · 2.4 s"),
        ("4", "Shall I put lemons on the list?", "+2,040 ms · 1.0 s"),
    )
    reasons = ("A cake for many children, no walnuts", "Look for recipes without nuts", "Say why nuts are left out")
    rows = traces()
    return (
        step("am_question", "question", "Question", "spoken · 4.2 s", "18:02:10.436", [ChainLine(text=said)]),
        step(
            "memories am_answer",
            "memories",
            "Memories",
            "3 retrieved · 1 updated · 1 stored",
            "+133 ms",
            [
                ChainLine(
                    text=row.content,
                    lead=row.score,
                    meaning=row.meaning,
                    action=row.action,
                    reference=Reference(kind="trace", id=row.id),
                )
                for row in rows
            ],
            target="amu_1",
        ),
        step(
            "reasoning am_answer",
            "reasoning",
            "Reasoning",
            "3 steps · 54 ms",
            "+166 ms",
            [
                ChainLine(text=text, lead=str(number), reference=Reference(kind="step", id=f"ar_{number}"))
                for number, text in enumerate(reasons, 1)
            ],
            target="ar_1",
        ),
        step(
            "atu_1",
            "tool",
            "Tool",
            "search_recipes · on the server · done in 186 ms",
            "+208 ms",
            [ChainLine(text='{ without: "nuts", servings: 20 } → 3 results, 1,412 B')],
            target="atu_1",
        ),
        step(
            "am_answer",
            "sentences",
            "Sentences",
            "4 · all spoken, not interrupted",
            "+624 ms",
            [
                ChainLine(text=text, lead=lead, tail=tail, reference=sentence_reference("am_answer", int(lead)))
                for lead, text, tail in sentences
            ],
        ),
    )


def step(*values, target="") -> ChainStep:
    step_id, kind, title, detail, offset, lines = values
    return ChainStep(
        id=step_id,
        kind=kind,
        title=title,
        detail=detail,
        offset=offset,
        lines=tuple(lines),
        reference=Reference(kind=KINDS[kind], id=target or step_id),
    )
