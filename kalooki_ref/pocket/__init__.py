"""The whole app inside a phone: the bridge, its service worker, and how both are built."""
