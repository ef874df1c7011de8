"""Makes and measures the model that reads photographed scorecards: simulator, training, figures.

Not part of the site.
"""
