"""The fields of the report that do not come from the cards."""

from typing import Any

from django import forms

from brackets.acc_report.selectors import facts_for_report
from brackets.models import AccFacts
from brackets.payouts.selectors import plan_of
from brackets.payouts.services import set_fund
from brackets.rules.sources import SANCTIONING_FEES, SANCTIONING_SOURCE
from tournaments.changes.audit import record_change
from tournaments.changes.transaction import tournament_change
from tournaments.forms import MoneyField, SiteModelForm
from tournaments.models import AuditAction, StaffMember, Tournament
from tournaments.rules.currency import money, money_in

FIELDS = ("sanction_number", "director", "ends_on", "city", "state", "form", "other_income", "notes")


class FactsForm(SiteModelForm):
    """The facts of an event for its report, and its sanctioning fee, which the prize fund has too."""

    short_fields = ("sanction_number", "state", "sanctioning", "other_income")
    wide_fields = ("notes",)

    ends_on = forms.DateField(
        label="Last day", required=False, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    sanctioning = MoneyField(label="Sanctioning fee for each player", required=False)
    other_income = MoneyField(
        label="Other income", required=False, help_text="Raffles, meals. Not part of the prize fund."
    )

    class Meta:
        model = AccFacts
        fields = FIELDS
        labels = {"form": "Played out as"}
        help_texts = {"director": "Blank: the directors on the Staff page."}
        widgets = {"notes": forms.Textarea({"rows": 4, "maxlength": 20_000})}

    field_order = ("sanction_number", "director", "ends_on", "city", "state", "form", "sanctioning", "other_income")

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        plan = plan_of(tournament)
        offered = SANCTIONING_FEES.get(tournament.kind, 0)
        super().__init__(
            data, instance=facts_for_report(tournament), initial={"sanctioning": plan.sanctioning or offered}
        )
        if offered:
            fee = money_in(offered, tournament.currency)
            self.fields["sanctioning"].help_text = f"{fee}, {SANCTIONING_SOURCE}."

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        starts_on, ends_on = self.instance.tournament.starts_on, cleaned.get("ends_on")
        if starts_on and ends_on and ends_on < starts_on:
            self.add_error("ends_on", f"The last day is before the first, {starts_on:%B} {starts_on.day}.")
        return cleaned

    def save_for(self, me: StaffMember) -> None:
        """Store what was typed, with one entry in the log; the sanctioning fee goes to the prize fund."""
        tournament, cleaned = self.instance.tournament, self.cleaned_data
        with tournament_change(tournament, affects_cards=False, public=False) as locked:
            stored = facts_for_report(locked)
            before = {name: getattr(stored, name) for name in FIELDS}
            after = {name: cleaned[name] for name in FIELDS}
            if before != after:
                for name, value in after.items():
                    setattr(stored, name, value)
                stored.save()
                changed = [name for name in FIELDS if before[name] != after[name]]
                record_change(
                    locked,
                    me,
                    AuditAction.ACC_REPORT_CHANGED,
                    before={name: _plain(name, before[name]) for name in changed},
                    after={name: _plain(name, after[name]) for name in changed},
                )
        plan = plan_of(tournament)
        set_fund(tournament, me, added=plan.added, sanctioning=cleaned["sanctioning"], kept=plan.kept)


def _plain(name: str, value: Any) -> str:
    return money(value) if name == "other_income" else str(value or "")
