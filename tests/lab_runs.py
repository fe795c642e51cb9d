"""Run an experiment and say when each shard is done, until a test kills it."""

from __future__ import annotations

import sys

from hypersweep.lab import Experiment, Progress, run_experiment


def main(folder: str, text: str) -> None:
    def tell(progress: Progress) -> None:
        print(progress.done, flush=True)

    run_experiment(Experiment.parse(text), folder=folder, progress=tell)


if __name__ == "__main__":
    main(*sys.argv[1:])
