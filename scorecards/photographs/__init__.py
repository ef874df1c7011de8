"""Scorecards for photographs: the printed form, whose engine is ``scorecards/photo/``."""
