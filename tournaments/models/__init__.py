"""Every model of tournaments, by its subject's module."""

from tournaments.models.accounts import SecondStep, SignIn
from tournaments.models.audit import AuditEntry, UndoStep
from tournaments.models.audit_actions import OLD_ACTIONS, AuditAction, spellings_of, words_of_action
from tournaments.models.entrants import Entrant, ImportedHeadings, Player, Substitution, who_counts
from tournaments.models.members import Member, MemberFile
from tournaments.models.money import CentsField
from tournaments.models.schedule import Pairing, ScheduledGame
from tournaments.models.staff import Invitation, Role, SignInLink, StaffMember
from tournaments.models.tournament import (
    DAYS_TO_RESTORE,
    MAX_ROUNDS,
    SETTINGS,
    USUAL_BEST_OF,
    Audience,
    Deal,
    DropOuts,
    OddField,
    Reporting,
    Tournament,
    in_all_rounds,
)
