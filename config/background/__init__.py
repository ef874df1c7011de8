"""What nobody waits for: public pages that are rendered again, and events that are worked out after a burst.

A process of its own does it for all workers, with a lower priority: where a worker did it, everybody whom that worker
answers would wait for the interpreter meanwhile.
"""
