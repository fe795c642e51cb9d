"""Executors of the shards of an experiment: this process, other processes on this machine, or those of a cluster.

Each is a ``concurrent.futures.Executor`` with a few words about it: ``Workers``.
"""
