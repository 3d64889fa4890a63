"""The pocket app: the whole app offline in a browser, run by a service worker."""
