"""How money is stored."""

from typing import Any

from django.db import models

from tournaments.rules.currency import cents_of


class CentsField(models.PositiveBigIntegerField):  # type: ignore[type-arg]  # generic in its stubs only
    """An amount of money in whole cents. A text is what people write, as the log does: ``20.00``."""

    def to_python(self, value: Any) -> Any:
        return cents_of(value) if isinstance(value, str) else super().to_python(value)
