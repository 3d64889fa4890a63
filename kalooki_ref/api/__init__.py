"""For programs: questions and answers as plain data, over HTTP or the command line."""
