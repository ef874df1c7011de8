"""A director who is signed in and has no event yet."""

import pytest
from django.test import Client

from tests.tournaments.staff.people import make_user


@pytest.fixture
def director(db: None, client: Client) -> Client:
    """Return the browser of Ada Birch."""
    client.force_login(make_user())
    return client
