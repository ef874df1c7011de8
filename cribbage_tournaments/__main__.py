"""``python -m cribbage_tournaments``, and the single folder that ``make bundle`` builds."""

from multiprocessing import freeze_support

from cribbage_tournaments import main

if __name__ == "__main__":
    freeze_support()
    main()
