"""Microphone, loudspeaker, voice activity, echo and noise processing, and wav files in their place."""
