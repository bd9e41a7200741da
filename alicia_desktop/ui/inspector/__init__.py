"""Show developers why Alicia said something: the inspector beside the conversation, and what its tabs are built of."""
