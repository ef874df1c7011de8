"""A judge's thumb, which taps and never types."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

from judging.calls.selectors import boards_in
from tournaments.models import StaffMember, Tournament


@dataclass
class Thumb:
    """Taps, and counts them. Nothing is ever typed."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        target.click()
        self.taps += 1

    def choose(self, question: str, answer: str) -> None:
        """Tap an answer, and wait until it is taken over."""
        asked = self.page.get_by_role("group", name=question, exact=True)
        choice = asked.locator("label").filter(has=self.page.get_by_role("radio", name=answer, exact=True))
        with self.page.expect_response(lambda response: "situation=" in response.url):
            self.tap(choice)
        expect(self.page.locator("label:has(input:checked)").filter(has_text=answer).first).to_be_attached()

    def open_call(self, tournament: Tournament) -> None:
        self.page.goto(f"/t/{tournament.slug}/calls/")
        self.tap(self.page.get_by_role("button", name="B-3/B-4"))
        expect(self.page.get_by_text("No ruling yet")).to_be_visible()

    def sign_twice(self, second: StaffMember) -> None:
        self.tap(self.page.get_by_role("button", name="Sign ruling"))
        self.tap(self.page.get_by_role("button", name=second.name))
        expect(self.page.get_by_text("Two judges have signed")).to_be_visible()


def at_the_board(tournament: Tournament) -> tuple[str, str]:
    """Return who sits on B-3 and B-4 in the first game."""
    [board] = [board for board in boards_in(tournament, 1) if board.place == "B-3/B-4"]
    return board.first.name, board.second.name
