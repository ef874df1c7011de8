from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Calls and rulings."""

    name = "judging"

    def ready(self) -> None:
        """Hold the decisions on games to the rule index (scorecards knows nothing of it)."""
        from judging.rulebook import citation_problem
        from scorecards.citations import CITATION_PROBLEMS

        if citation_problem not in CITATION_PROBLEMS:
            CITATION_PROBLEMS.append(citation_problem)
