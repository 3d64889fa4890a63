"""The five rule systems as data, with their options and house rules; no judging happens here."""
