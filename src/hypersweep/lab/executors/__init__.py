"""Who does the shards of an experiment: this process, processes beside it, or those of a cluster.

Each is a ``concurrent.futures.Executor`` with a few words about it: ``Workers``.
"""
