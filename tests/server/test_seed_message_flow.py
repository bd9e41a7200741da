"""The message flow of the database document, step by step, in the database of a server that somebody speaks to."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from sqlcipher3 import dbapi2

from alicia_desktop.protocol.messages import AudioChunk, MemoryTrace, SessionStats, StartAnswer, Transcription
from tests.support.participant import Participant
from tests.support.speech import say


async def test_a_spoken_question_leaves_what_the_document_says_at_every_step(open_server, scripted, ears, tmp_path):
    ears.text = "When is Emma's recital?"
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.ask("My daughter Emma has a piano recital on Friday.")
        told = len(person.of(SessionStats))
        await say(person, ears.text)
        await person.until(lambda: len(person.of(SessionStats)) > told and person.of(AudioChunk))
        await person.ask("What is 23*17?")
        await person.leave()
    question, answer = person.of(Transcription)[-1].id, person.of(StartAnswer)[1].id
    [sound] = rows(tmp_path, "SELECT * FROM alicia_audio")
    assert (sound["audio_type"], sound["transcription"], sound["message_id"]) == ("input", ears.text, question)
    [asked] = rows(tmp_path, f"SELECT * FROM alicia_messages WHERE id = '{question}'")
    assert (asked["message_role"], asked["contents"], asked["completion_status"]) == ("user", ears.text, "completed")
    assert asked["previous_id"] == person.of(StartAnswer)[0].id == person.of(Transcription)[-1].previous_id
    assert (asked["server_id"], asked["local_id"], asked["sync_status"]) == (question, None, "synced")
    [used] = rows(tmp_path, "SELECT * FROM alicia_memory_used WHERE action = 'retrieved'")
    assert (used["message_id"], used["memory_id"]) == (question, person.of(MemoryTrace)[0].memory_id)
    assert used["query_prompt"] == ears.text
    about_query = json.loads(used["query_prompt_meta"])
    assert {"intent", "categories", "encoder"} <= set(about_query)
    [answered] = rows(tmp_path, f"SELECT * FROM alicia_messages WHERE id = '{answer}'")
    assert (answered["message_role"], answered["previous_id"]) == ("assistant", question)
    assert answered["completion_status"] == "completed"
    spoken = rows(tmp_path, f"SELECT * FROM alicia_sentences WHERE message_id = '{answer}'")
    assert answered["contents"] == "".join(one["text"] for one in spoken)
    assert {(one["audio_type"], one["audio_format"]) for one in spoken} == {("output", "pcm_s16le_48000")}
    assert all(one["duration_ms"] for one in spoken)
    [tool] = rows(tmp_path, "SELECT * FROM alicia_tool_uses")
    assert (tool["tool_name"], tool["status"], '"value":391' in tool["tool_result"]) == ("calculator", "success", True)


async def test_each_memory_of_an_answer_has_a_trace_of_its_own_and_all_name_the_question(
    open_server, scripted, tmp_path
):
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        for told in ("My brother Tom lives in Oslo.", "My brother Tom has a boat."):
            await person.ask(told)
        assert (await person.call("POST", "memories/vectors", json={}))["ready"]
        before = len(person.of(MemoryTrace))
        question = await person.ask("Where does my brother Tom have a boat?")
        traces = person.of(MemoryTrace)[before:]
        assert {trace.action for trace in traces} == {"retrieved"}
        assert len({trace.id for trace in traces}) == len({trace.memory_id for trace in traces}) == len(traces) == 2
        assert {trace.previous_id for trace in traces} == {question}
        for trace in traces:
            assert trace.metadata
            assert trace.confidence is not None
            assert 0 < trace.confidence <= 1
            assert {"retrievalScore", "tags", "source"} <= set(trace.metadata)
            assert -1 <= trace.metadata["retrievalScore"] < 1 - 1e-6
        await person.leave()
    scores = {trace.id: (trace.metadata or {}).get("retrievalScore") for trace in person.of(MemoryTrace)}
    for used in rows(tmp_path, "SELECT * FROM alicia_memory_used"):
        assert used["similarity_score"] == pytest.approx(scores[used["id"]])  # none for what was only stored


def rows(folder: Path, query: str) -> list[dict[str, Any]]:
    engine = create_engine(f"sqlite:///{folder / 'server.db'}", module=dbapi2)
    with engine.connect() as conn:
        found = [dict(row._mapping) for row in conn.execute(text(query))]
    engine.dispose()
    return found
