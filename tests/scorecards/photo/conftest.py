"""The tests of the reader are skipped without the extra ``photo``; where changes are taken it has to be there."""

from importlib import import_module

from tests.conftest import CI

if CI:
    import_module("cv2")
