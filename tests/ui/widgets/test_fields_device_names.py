from alicia_desktop.ui.widgets.fields import device_label, device_names

ALSA = ("HDA Intel PCH: ALC257 Analog (hw:0,0)", "sysdefault", "samplerate", "pulse", "default", "surround51", "dmix")


def test_the_default_comes_first_and_plug_ins_last():
    found = device_names(ALSA)
    assert [device.label for device in found] == [
        "System default",
        "HDA Intel PCH: ALC257 Analog",
        "PulseAudio",
        "sysdefault",
        "samplerate",
        "surround51",
        "dmix",
    ]
    assert [device.plain for device in found] == [True] * 3 + [False] * 4


def test_a_choice_keeps_the_name_that_opens_it():
    assert [device.name for device in device_names(ALSA)][:2] == ["", ALSA[0]]


def test_devices_of_one_name_keep_their_address():
    found = device_names(["USB Audio (hw:1,0)", "USB Audio (hw:2,0)"])
    assert [device.label for device in found[1:]] == ["USB Audio (hw:1,0)", "USB Audio (hw:2,0)"]


def test_nobody_reads_a_technical_name_for_the_default():
    assert device_label("default") == device_label("") == "System default"
    assert device_label("USB headset") == "USB headset"
