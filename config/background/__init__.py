"""Work that nobody waits for: rendering public pages again, and recalculating events after a burst of changes.

A process of its own does it for all workers, with a lower priority: where a worker did it, everybody whom that worker
answers would wait for the interpreter meanwhile.
"""
