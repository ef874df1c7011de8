"""What of the tables of this app goes into the archive of an event."""

import secrets

from django.contrib.auth.models import User

from tournaments.archives.decisions import AsFlag, NotCarried, OfEvent, Pseudonym, Shared
from tournaments.models import Entrant, Tournament
from tournaments.sign_in.links import digest_of, new_secret


def _may_know(player: int, user: User | None) -> bool:
    """Tell whether a user may take a player who is here: one of an event that they direct."""
    if user is None:
        return True
    return Entrant.objects.filter(player=player, tournament__in=Tournament.objects.directed_by(user.pk)).exists()


TABLES = (
    OfEvent(
        "tournaments.Tournament",
        {
            "is_hidden": NotCarried("the director of the restored event shows it", lambda row: True),
            "deleted_at": NotCarried("a deleted event has no archive", lambda row: None),
            "log_length": NotCarried("it follows from the log", lambda row: 0),
            "log_head": NotCarried("it follows from the log", lambda row: ""),
            "awaited": NotCarried("they stand among the links to other events", lambda row: []),
        },
    ),
    Shared(
        "tournaments.Player",
        ("tournaments.Entrant", "player"),
        ("name", "acc_number", "club", "city"),
        may_take=_may_know,
    ),
    OfEvent("tournaments.Entrant"),
    OfEvent("tournaments.ScheduledGame"),
    OfEvent("tournaments.Pairing"),
    OfEvent("tournaments.Substitution"),
    OfEvent(
        "tournaments.Invitation",
        {"digest": NotCarried("a link must not be a key to another site", lambda row: digest_of(new_secret()))},
    ),
    OfEvent(
        "tournaments.StaffMember",
        {
            "user": AsFlag("had_account"),
            "person": Pseudonym(lambda: secrets.token_urlsafe(24)),
            "last_seen_at": NotCarried("where people are at the moment is no record", lambda row: row.joined_at),
        },
    ),
    OfEvent("tournaments.AuditEntry", {"user": NotCarried("accounts stay where they are", lambda row: None)}),
    OfEvent("tournaments.UndoStep"),
)

LEFT_OUT = {
    "tournaments.ImportedHeadings": "a choice of a user, for every event",
    "tournaments.SignInLink": "it signs a user in",
    "tournaments.SignIn": "where a user is signed in",
    "tournaments.SecondStep": "the secret of a user",
}
