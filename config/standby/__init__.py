"""A second laptop that follows the first, and takes over when it dies (docs/second-laptop.md).

SQLite only: servers that share PostgreSQL have a standby of its own (docs/deploying.md).
"""
