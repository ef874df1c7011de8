"""What a request may carry: no more than our forms and lists need.

Asked before anything else, so that nothing of a body that is too large is read or written to disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

MAX_BYTES = 8 * 1024**2
"""The longest list that may be uploaded, with what a form adds to it."""
MAX_BYTES_OF_STRANGERS = 64 * 1024

Environment = dict[str, Any]
Application = Callable[[Environment, Callable[..., Any]], Iterable[bytes]]


class BodyLimits:
    """The site, which is asked only where the size of the body is told and allowed."""

    def __init__(self, application: Application, *, session_cookie: str) -> None:
        self._application = application
        self._session_cookie = f"{session_cookie}="

    def __call__(self, environ: Environment, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """Ask the site, or answer 400 or 413 in words."""
        told = environ.get("CONTENT_LENGTH") or "0"
        if not (told.isascii() and told.isdecimal()):
            return _refuse(start_response, "400 Bad Request", "The length of the request cannot be read.")
        has_session = self._session_cookie in environ.get("HTTP_COOKIE", "")
        most = MAX_BYTES if has_session else MAX_BYTES_OF_STRANGERS
        if len(told) > len(str(most)) or int(told) > most:
            advice = "Send a smaller file." if has_session else "Sign in first, then send it again."
            text = f"This is too large. Lists and files may have {MAX_BYTES // 1024**2} MB. {advice}"
            return _refuse(start_response, "413 Content Too Large", text)
        return self._application(environ, start_response)


def _refuse(start_response: Callable[..., Any], status: str, text: str) -> Iterable[bytes]:
    body = f"{text}\n".encode()
    start_response(status, [("Content-Type", "text/plain; charset=utf-8"), ("Content-Length", str(len(body)))])
    return [body]
