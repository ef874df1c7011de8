from django.db import migrations
from django.db.models import F, Max


def let_those_count_who_played(apps, schema_editor):
    """Let those who withdrew "after game 0" and have lines leave after the last of these.

    Until somebody who never came no longer counted, any game could be named and nobody looked at the card. Whose card
    has a line did play: they count, as they did before. What is posted stays; the next posting names the change.
    """
    using = schema_editor.connection.alias
    entrants = apps.get_model("tournaments", "Entrant").objects.using(using)
    lines = apps.get_model("scorecards", "Line").objects.using(using)
    played = lines.filter(scorecard__entrant__withdrawn_after_game=0).order_by()
    last_games = dict(played.values("scorecard__entrant").annotate(last=Max("game")).values_list("scorecard__entrant", "last"))
    for entrant, last in last_games.items():
        entrants.filter(pk=entrant).update(withdrawn_after_game=last)
    events = apps.get_model("tournaments", "Tournament").objects.using(using)
    events.filter(entrants__in=list(last_games)).update(
        version=F("version") + 1, cards_version=F("version") + 1, posted_version=F("posted_version") + 1
    )


class Migration(migrations.Migration):
    dependencies = [("scorecards", "0026_leaver_lines"), ("tournaments", "0033_rooms")]

    operations = [migrations.RunPython(let_those_count_who_played, migrations.RunPython.noop)]
