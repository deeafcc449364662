"""The annotation server: FastAPI over the domain and the store.

``app`` builds it, ``routes`` hold the endpoints by subject, ``schemas`` what they take and answer. An endpoint only
translates: what is allowed is decided in ``annotate.permissions``, what an event means by the project's kind.
"""
