"""Refusals, in a sentence for the person who asked."""


class Refused(Exception):
    """Nothing was changed; the sentence says why, and what would work. ``field`` of the form is the one to mend."""

    status = 422

    def __init__(self, sentence: str, field: str | None = None, *, status: int = 0) -> None:
        super().__init__(sentence)
        self.field, self.status = field, status or self.status
