"""Reads photographed scorecards: an engine of numpy and OpenCV without Django (decision 33).

The layout and the form need neither. The others need the extra ``photo``. ``reader.read_all`` reads a picture.
"""
