"""The attributes of a form whose answer htmx puts in place."""

from django.template import Context, Template

FORM = '{% load htmx_forms %}<form {% hx_form "#game" "tournaments:scheduled-game" slug 7 %}>'


def test_a_form_posts_to_one_address_with_script_and_without() -> None:
    html = Template(FORM).render(Context({"slug": "gull-harbor"}))

    address = "/t/gull-harbor/seating/schedule/games/7/"
    assert html == (
        f'<form method="post" action="{address}" hx-post="{address}" hx-target="#game" hx-swap="outerHTML">'
    )
