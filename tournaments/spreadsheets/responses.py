"""Files to keep: tables as CSV and Excel, and how JSON is written."""

from django.http import HttpResponse

EXCEL = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
READABLE = {"ensure_ascii": False, "indent": 1}
"""How JSON is written: people read it too."""


def download(content: bytes, content_type: str, name: str) -> HttpResponse:
    """Return a file that the browser saves under this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
