"""Why staff are refused a change of cards."""

OWN_CARD = "This is your own card. Another person has to do this, signed in as themselves."
OWN_GAME = "This is your own game. Another person has to do this, signed in as themselves."
