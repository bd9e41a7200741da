"""Conversations of several turns with the built-in model, as a person has them."""

from alicia_desktop.memory.answers import PARTLY
from alicia_desktop.protocol.messages import MemoryTrace
from tests.server.test_first_minutes import NOT_TOLD, ask, is_from
from tests.server.test_forgetting import everything_in
from tests.support.participant import Participant


async def test_what_she_did_not_know_is_kept_once_it_is_told_and_changed_when_it_changes(person):
    await person.join()
    assert await ask(person, "do you know what my favourite colour is?") == NOT_TOLD
    assert await ask(person, "it's green") == "I will remember that your favourite colour is green."
    assert await ask(person, "what's my favourite colour") == "Your favourite colour is green."
    await person.ask("I changed my mind, it's blue now")
    assert await ask(person, "what's my favourite colour") == "Your favourite colour is blue."


async def test_an_answer_of_a_word_is_forgotten_with_what_it_answered(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server)
        await person.join("streaming", "forgetting")
        await person.ask("What's my favourite colour?")
        await person.ask("it's ultramarine")
        assert person.of(MemoryTrace)[-1].action == "stored"
        await person.ask("Forget my favourite colour.")
        await person.leave()
    assert "ultramarine" not in (await everything_in(tmp_path)).lower()


async def test_a_sum_goes_on_and_the_clock_is_asked_again(person):
    await person.join()
    assert await ask(person, "what's 12 times 19") == "12 * 19 = 228"
    assert await ask(person, "plus 4?") == "228 + 4 = 232"
    assert await ask(person, "and divided by two?") == "232 / 2 = 116"


async def test_whose_age_is_asked_is_known_from_the_turn_before(person):
    await person.join()
    await person.ask("My daughter Lena is allergic to peanuts")
    assert await ask(person, "how old is she?") == NOT_TOLD
    await person.ask("she's seven")
    assert await ask(person, "how old is Lena?") == "Lena is seven years old."


async def test_an_appointment_that_moved_is_told_where_it_is_now(person):
    await person.join()
    await person.ask("I have a dentist appointment on Tuesday at 10:30")
    await person.ask("it got moved to Wednesday")
    assert "got moved to Wednesday" in await ask(person, "when is it now?")
    assert "got moved to Wednesday" in await ask(person, "when is my dentist appointment?")


async def test_day_and_year_of_a_birth_stand_beside_each_other_and_give_the_age(person):
    await person.join()
    await person.ask("My birthday is on 12 May.")
    await person.ask("I was born in 1984.")
    assert (await ask(person, "When is my birthday?")).startswith("Your birthday is on 12 May")
    assert (await ask(person, "How old am I?")).startswith("You are ")
    assert "or will be" not in await ask(person, "How old am I?")


async def test_where_somebody_lives_is_no_answer_to_what_they_do(person):
    await person.join()
    await person.ask("I live in Brno and I work as a nurse.")
    assert await ask(person, "What do I do for a living?") == "You work as a nurse."


async def test_the_model_may_not_say_the_words_of_a_fact_in_another_order(person, scripted):
    await person.join()
    await person.ask("Lena's brother Max is ten.")
    scripted.say("Lena's brother Max is Lena.")
    assert await ask(person, "Who is Max?") == "Lena's brother Max is ten."


async def test_plans_are_told_by_the_day(person):
    await person.join()
    await person.ask("I have a meeting with Sandra tomorrow at 3 pm.")
    assert "- You have a meeting with Sandra tomorrow" in await ask(person, "What do I have tomorrow?")


async def test_a_thing_is_where_it_was_told_to_be_last(person):
    await person.join()
    await person.ask("my keys are on the hook by the door right now")
    await person.ask("my keys are in my coat now")
    assert person.of(MemoryTrace)[-1].action == "updated"
    assert "in your coat" in await ask(person, "where are my keys?")
    await person.ask("I parked the car on level 3.")
    await person.ask("I've moved the car to level 5.")
    assert "level 5" in await ask(person, "where is my car?")


async def test_yes_and_what_is_an_answer_and_no_and_a_word_is_not(person):
    await person.join()
    assert await ask(person, "do I have any allergies?") == NOT_TOLD
    assert await ask(person, "yes, penicillin") == "I will remember that you are allergic to penicillin."
    await person.ask("what do I drink?")
    await person.ask("no sugar")
    assert not any("drink" in one.content for one in person.of(MemoryTrace))


async def test_what_a_memory_does_not_tell_is_said_and_taken_up(person):
    await person.join()
    await person.ask("I'm learning Spanish.")
    assert (await ask(person, "How long have I been learning Spanish?")).endswith(PARTLY)
    assert await ask(person, "since January") == "I will remember that you have been learning Spanish since January."


async def test_whoever_is_sad_and_asks_what_to_do_is_not_told_of_larger_models(person):
    await person.join()
    assert is_from(await ask(person, "I'm so sad"), "sad")
    assert is_from(await ask(person, "what should I do?"), "beside_you")
    assert is_from(await ask(person, "I don't want to talk about it"), "not_now")


async def test_another_one_is_another_joke_also_behind_a_laugh(person):
    await person.join()
    assert is_from(await ask(person, "tell me a joke"), "joke")
    await person.ask("haha good one")
    assert is_from(await ask(person, "another one"), "joke")
    assert is_from(await ask(person, "are you sure?"), "sure")


async def test_other_days_and_another_question_word_go_on_with_the_question_before(person):
    await person.join()
    await person.ask("I'm meeting Jo for lunch on Friday.")
    assert "nothing for Saturday" in await ask(person, "What am I doing on Saturday?")
    assert "lunch" in await ask(person, "and on Friday?")
    await person.ask("Poppy is going to Oxford in October.")
    await person.ask("Where is Poppy going?")
    assert "October" in await ask(person, "when?")


async def test_a_correction_that_names_only_the_right_words_changes_what_was_told(person):
    await person.join()
    await person.ask("My sister's birthday is on 14 March.")
    assert await ask(person, "no, it's on 15 March") == "I will remember that your sister's birthday is on 15 March."
    assert [one.action for one in person.of(MemoryTrace)] == ["stored", "updated"]
    await person.ask("Ana lives in Porto.")
    await person.ask("sorry, Braga")
    assert await ask(person, "where does Ana live?") == "Ana lives in Braga."


async def test_names_typed_small_are_known_in_what_is_told_and_asked(person):
    await person.join()
    for said in ("my kids are noah and ella", "noah is 7 and ella is 4"):
        await person.ask(said)
    assert await ask(person, "how old is ella?") == "Ella is 4."
    assert await ask(person, "and noah?") == "Noah is 7."
    assert await ask(person, "who is older, noah or ella?") == "Noah is older. Noah is 7. Ella is 4."


async def test_what_was_told_of_the_cat_answers_for_its_name(person):
    await person.join()
    await person.ask("I have a cat called Whiskers. She is fourteen.")
    assert await ask(person, "How old is Whiskers?") == "Your cat is fourteen."


async def test_two_questions_at_once_get_two_answers(person):
    await person.join()
    await person.ask("I live in Cork and I'm 34.")
    assert await ask(person, "where do i live and how old am i?") == "You live in Cork. You're 34."
    assert (await ask(person, "where do i live and what is my job?")) == f"You live in Cork. {PARTLY}"


async def test_what_is_told_of_one_of_two_dogs_is_none_of_the_others(person):
    await person.join()
    await person.ask("I've got two dogs, Bruno and Lotte.")
    await person.ask("Lotte has to go to the vet on Wednesday.")
    assert await ask(person, "when does Bruno go to the vet?") == NOT_TOLD


async def test_what_is_planned_is_told_to_who_asks_for_advice_about_it(person):
    await person.join()
    await person.ask("I'm flying to Lisbon on Friday.")
    assert "You're flying to Lisbon on Friday." in await ask(person, "What should I pack for Lisbon?")


async def test_a_question_for_a_death_is_answered_and_no_new_grief(person):
    await person.join()
    assert is_from(await ask(person, "My husband died in March."), "bereaved")
    assert "died in March" in await ask(person, "when did my husband die?")


async def test_an_appointment_that_is_called_off_for_another_day_is_on_that_day(person):
    await person.join()
    await person.ask("Lunch with the CFO is on Wednesday at noon.")
    await person.ask("When is lunch with the CFO?")
    await person.ask("cancel that, it's on Thursday")
    assert "on Thursday at noon" in await ask(person, "When is lunch with the CFO?")


async def test_the_model_says_a_fact_in_a_whole_sentence_and_quotes_nobody(person, scripted):
    await person.join()
    await person.ask("My doctor is Dr Weiss.")
    for said in ("Your doctor Dr Weiss.", "You said: Your doctor is Dr Weiss."):
        scripted.say(said)
        assert await ask(person, "Who is my doctor?") == "Your doctor is Dr Weiss."


async def test_what_colour_the_persons_own_pet_is_is_nothing_to_be_looked_up(person):
    await person.join()
    await person.ask("I have a hamster called Speedy.")
    assert await ask(person, "what colour is Speedy?") == NOT_TOLD
