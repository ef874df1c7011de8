"""Ada Birch, who has an account and signs in."""

import pytest
from django.contrib.auth.models import User

from tests.tournaments.staff.people import make_user


@pytest.fixture
def user(db: None) -> User:
    return make_user()
