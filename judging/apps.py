from django.apps import AppConfig


class JudgingConfig(AppConfig):
    """Calls and rulings."""

    name = "judging"

    def ready(self) -> None:
        """Hold decisions on games to the rule index and offer the head judge for them (scorecards knows neither)."""
        from judging.rulebook import citation_problem
        from judging.selectors_people import head_judge_of
        from scorecards.citations import CITATION_PROBLEMS
        from scorecards.selectors_check_game import HEAD_JUDGES

        if citation_problem not in CITATION_PROBLEMS:
            CITATION_PROBLEMS.append(citation_problem)
        if head_judge_of not in HEAD_JUDGES:
            HEAD_JUDGES.append(head_judge_of)
