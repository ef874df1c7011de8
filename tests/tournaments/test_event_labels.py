"""How pages write amounts, seats and subjects of the log."""

import pytest

from tournaments.templatetags.event_labels import in_currency, kept_whole, without_number


@pytest.mark.parametrize(
    ("amount", "currency", "written"), [(20_00, "USD", "$20.00"), (50, "CAD", "CA$0.50"), (-3_00, "EUR", "-€3.00")]
)
def test_amount_has_cents_and_the_sign_of_its_currency(amount: int, currency: str, written: str) -> None:
    assert in_currency(amount, currency) == written


def test_seats_scores_and_cards_stay_on_one_line_and_nothing_else_is_markup() -> None:
    assert kept_whole("Missing: B-6, <AB-12> and X-ray.") == (
        'Missing: <span class="nowrap">B-6</span>, &lt;<span class="nowrap">AB-12</span>&gt; and X-ray.'
    )
    assert kept_whole("lost 1–3, 27/13 -7.") == (
        'lost <span class="nowrap">1–3</span>, <span class="nowrap">27/13 -7</span>.'
    )


@pytest.mark.parametrize(
    ("subject", "name"), [("3 Ann Lee", "Ann Lee"), ("entrant added: 12 Bo Quist", "entrant added: Bo Quist")]
)
def test_subject_of_the_log_is_named_without_a_number(subject: str, name: str) -> None:
    assert without_number(subject) == name
