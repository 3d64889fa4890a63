"""House rules: made, named, remembered, offered."""
