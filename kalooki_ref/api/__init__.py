"""The JSON API: questions and answers as plain data, over HTTP and the command line."""
