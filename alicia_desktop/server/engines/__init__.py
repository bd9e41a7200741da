"""The models: language, speech to text, text to speech. Each is loaded in the background and says how far it is."""
