"""Tools of an answer: those of the server, calls of them and of the client's, and rules that ask for one."""
