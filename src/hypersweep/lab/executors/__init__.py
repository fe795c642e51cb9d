"""Executors for an experiment's shards: this process, other processes on this machine, or a cluster.

Each is a ``concurrent.futures.Executor`` wrapped in a ``Workers`` object that also reports capacity and failures.
"""
