"""Language models from a Hugging Face hub: what a repository has, downloading it, and what is stored here."""
