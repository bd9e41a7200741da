"""Numbers of a retrieval as controls, and the settings that they make."""

from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.view.trial_controls import chosen_settings, retrieval_text, trial_controls

FITTED = {"threshold": 0.34, "budget": 2400, "weights": {"words": 0.55, "stranger": -0.35}}
SET = {"threshold": 0.2, "budget": 2400, "weights": {"words": 0.6, "stranger": -0.35}}


def test_a_control_has_what_is_set_and_what_was_fitted():
    controls = {one.name: one for one in trial_controls({"defaults": SET, "builtIn": FITTED})}
    assert (controls["threshold"].value, controls["threshold"].built_in) == (0.2, 0.34)
    assert (controls["words"].value, controls["words"].built_in) == (0.6, 0.55)
    assert (controls["stranger"].least, controls["stranger"].most) == (-1.0, 0.0)


def test_of_a_server_that_does_not_tell_what_was_fitted_it_is_what_is_set():
    assert {one.built_in for one in trial_controls({"defaults": SET})} == {0.2, 2400, 0.6, -0.35}


def test_settings_name_only_the_weights_that_differ_from_the_fitted_ones():
    controls = trial_controls({"defaults": SET, "builtIn": FITTED})
    values = {one.name: one.value for one in controls}
    assert chosen_settings(controls, values) == RetrievalSettings(threshold=0.2, weights={"words": 0.6})
    fitted = {one.name: one.built_in for one in controls}
    assert chosen_settings(controls, fitted) == RetrievalSettings()


def test_what_differs_is_said():
    settings = RetrievalSettings(threshold=0.2, budget=1200, weights={"stranger": -0.5})
    assert retrieval_text(settings) == "threshold 0.20, budget 1,200 tokens, weight of stranger −0.50"
    assert retrieval_text(RetrievalSettings()) == ""
