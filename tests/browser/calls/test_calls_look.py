"""The pages of calls to the eye, the thumb and the printer, and without script."""

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from judging.judges.services import add_relation
from tests.browser.fit import faults_shown
from tests.browser.pages import sign_in
from tests.judging.calls.calling import a_call, disputed, judge
from tournaments.models import StaffMember, Tournament

ALONE = ", ".join(
    f"main {part}" for part in ("button", "summary", ".tap-buttons span", ".pictures span", "a.card", "a.button")
)


def pages_of(tournament: Tournament, member: StaffMember) -> dict[str, str]:
    slug = tournament.slug
    third, _, _ = disputed(tournament)
    fresh = a_call(tournament, member).get_absolute_url()
    return {
        "list": f"/t/{slug}/calls/",
        "new": f"/t/{slug}/calls/new/",
        "call": fresh,
        "renege": f"{fresh}?situation=renege&who=first&count=25&card-1=A",
        "two points": f"{fresh}?situation=two-points&who=first&offence=crib_before_count",
        "wrong number": f"{fresh}?situation=wrong-number&dealer=first&stage=after&pone=many",
        "by hand": f"{fresh}?situation=other&which=none",
        "third judge": third.get_absolute_url(),
        "log": f"/t/{slug}/calls/log/",
        "play": f"/t/{slug}/calls/play/?cards=10+5+7+6+go+6+4+4",
        "hand": f"/t/{slug}/calls/hand/?cards=5C+5D+5H+JS+5S",
        "hand, three cards": f"/t/{slug}/calls/hand/?cards=5C+5D+5H",
        "hand of three": f"/t/{slug}/calls/hand/?cards=2H+4H+8H+KH&crib=0&three=1",
        "high hands": f"/t/{slug}/calls/high-hands/?cards=5C+5D+5H+JS&starter=5S&crib=0",
        "relations": f"/t/{slug}/calls/relations/",
    }


@pytest.mark.thorough
def test_pages_of_calls_are_fit_for_everybody(
    page: Page, context: BrowserContext, tournament: Tournament, live_server
) -> None:
    director = judge(tournament, "Dee Rector", "DR", role="director")
    sign_in(context, director, live_server.url)
    add_relation(tournament=tournament, actor=director, first="Bo Cedar", second="Cy Dell", bond="family")
    found: dict[str, list[str]] = {}
    for name, address in pages_of(tournament, director).items():
        page.goto(address)
        page.locator("main details").evaluate_all("all => all.forEach(details => details.open = true)")
        found[name] = faults_shown(page, "" if name == "relations" else ALONE)

    assert {name: lines for name, lines in found.items() if lines} == {}


def test_log_on_paper_has_the_calls_and_nothing_to_press(page: Page, tournament: Tournament, ada: StaffMember) -> None:
    disputed(tournament)
    page.emulate_media(media="print")

    page.goto(f"/t/{tournament.slug}/calls/log/")

    expect(page.get_by_role("table", name="Calls", exact=True)).to_be_visible()
    expect(page.get_by_role("table", name="How many calls were ruled by each rule")).to_be_visible()
    assert page.locator("main").locator("button, input, nav a").filter(visible=True).count() == 0


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_call_is_ruled_without_script(page: Page, tournament: Tournament, ada: StaffMember, bo: StaffMember) -> None:
    page.goto(f"/t/{tournament.slug}/calls/new/")
    page.get_by_role("button", name="A-1/A-2").click()
    page.locator("label", has_text="Pegged too few").click()
    page.get_by_role("button", name="Continue").click()
    page.locator("label:has(#q-who-first)").click()
    page.get_by_role("button", name="Continue").click()

    page.get_by_role("button", name="Sign ruling").click()
    page.get_by_role("button", name="Bo Cedar").click()

    expect(page.locator("#call-state > p").first).to_contain_text("Two judges have signed")
