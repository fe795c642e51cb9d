"""The network of native/play/evaluation_network.hpp in PyTorch, which is fitted to positions from fit_value.cpp."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

CELL_INPUTS, WHOLE_INPUTS, CLUE_INPUTS, LAST_UNITS = 34, 30, 4, 32
BATCH = 256

Indices = NDArray[np.int64]


class Batch(NamedTuple):
    """Several positions, whose lists are concatenated; ``position`` and ``area_position`` map rows to positions."""

    size: int
    cells: Tensor  # rows x CELL_INPUTS
    whole: Tensor
    position: Tensor  # for each row of ``cells``, the number of its position
    touching: tuple[Tensor, Tensor]  # a row, and one that touches it
    sights: tuple[Tensor, Tensor]  # a row, and a clue that sees it
    clues: Tensor
    area: Tensor  # for each row of ``cells``, the number of its area
    area_position: Tensor  # for each area, the number of its position
    targets: Tensor


class Positions:
    """All positions from several files, concatenated."""

    def __init__(self, names: list[Path]) -> None:
        def column(suffix: str, kind: Any) -> NDArray[Any]:
            return np.concatenate([np.fromfile(f"{name}.{suffix}", kind) for name in names])

        sizes = column("sizes", np.int32).reshape(-1, 5).astype(np.int64)
        self.sizes = sizes
        self.begins = np.concatenate([np.zeros((1, 5), np.int64), sizes.cumsum(0)])
        self.games = column("game", np.int32)
        self.targets = torch.from_numpy(column("target", np.float32))
        self.layouts = column("layouts", np.float32)
        self.whole = torch.from_numpy(column("whole", np.float32).reshape(-1, WHOLE_INPUTS))
        cells = np.empty((int(sizes[:, 0].sum()), CELL_INPUTS), np.float16)
        begin = 0
        for name in names:
            own = np.fromfile(f"{name}.cells", np.float32).reshape(-1, CELL_INPUTS)
            cells[begin : begin + len(own)] = own
            begin += len(own)
        self.cells = torch.from_numpy(cells)
        self.touching = torch.from_numpy(column("touching", np.int16).reshape(-1, 2))
        self.sights = torch.from_numpy(column("sights", np.int16).reshape(-1, 2))
        self.clues = torch.from_numpy(column("clues", np.float32).reshape(-1, CLUE_INPUTS))
        self.areas = torch.from_numpy(column("areas", np.int16))

    def __len__(self) -> int:
        return len(self.targets)

    def take(self, chosen: Indices) -> Batch:
        """Return the positions with given numbers."""

        def rows(kind: int) -> tuple[Tensor, Indices, Indices]:
            first, length = self.begins[chosen, kind], self.sizes[chosen, kind]
            starts = np.concatenate([[0], length.cumsum()])
            return torch.from_numpy(np.repeat(first - starts[:-1], length) + np.arange(starts[-1])), length, starts[:-1]

        def shifted(starts: Indices, length: Indices) -> Tensor:
            return torch.from_numpy(np.repeat(starts, length))

        cells, cell_counts, cell_starts = rows(0)
        pairs, pair_counts, _ = rows(1)
        sights, sight_counts, _ = rows(2)
        clues, _, clue_starts = rows(3)
        area_counts = self.sizes[chosen, 4]
        area_starts = np.concatenate([[0], area_counts.cumsum()])[:-1]
        touching, seen = self.touching[pairs].long(), self.sights[sights].long()
        numbers = np.arange(len(chosen))
        of_pairs, of_sights = shifted(cell_starts, pair_counts), shifted(cell_starts, sight_counts)
        return Batch(
            len(chosen),
            self.cells[cells].float(),
            self.whole[torch.from_numpy(chosen)],
            shifted(numbers, cell_counts),
            (touching[:, 0] + of_pairs, touching[:, 1] + of_pairs),
            (seen[:, 0] + of_sights, seen[:, 1] + shifted(clue_starts, sight_counts)),
            self.clues[clues],
            self.areas[cells].long() + shifted(area_starts, cell_counts),
            shifted(numbers, area_counts),
            self.targets[torch.from_numpy(chosen)],
        )


def gathered(values: Tensor, to: Tensor, count: int) -> Tensor:
    """Return, for each of ``count`` owners, the sum of its rows; ``to`` names each row's owner."""
    return torch.zeros(count, values.shape[1]).index_add_(0, to, values)


class Network(nn.Module):
    """A network whose output is the log odds of winning. Sums are scaled down to keep weights similar in size."""

    def __init__(self, units: int, rounds: int, sets: list[Positions]) -> None:
        super().__init__()
        self.units, self.rounds = units, rounds
        cells = torch.cat([own.cells[:400_000] for own in sets]).float()
        whole = torch.cat([own.whole for own in sets])
        self.register_buffer("cell_middle", cells.mean(0))
        self.register_buffer("cell_width", cells.std(0) + 1e-2)
        self.cell_middle[0], self.cell_width[0] = 0, 1
        self.register_buffer("whole_middle", whole.mean(0))
        self.register_buffer("whole_width", whole.std(0) + 1e-2)
        self.first = nn.Linear(CELL_INPUTS, units)

        def layers(inputs: int, *, offset: bool) -> nn.ModuleList:
            return nn.ModuleList([nn.Linear(inputs, units, bias=offset) for _ in range(rounds)])

        self.cell_of_cell, self.cell_of_near = layers(units, offset=True), layers(units, offset=False)
        self.cell_of_clues, self.clue_of_cells = layers(units, offset=False), layers(units, offset=True)
        self.clue_of_clue = layers(CLUE_INPUTS, offset=False)
        self.area = nn.Linear(units + WHOLE_INPUTS, units)
        inputs = WHOLE_INPUTS + 2 * units
        self.last, self.out, self.direct = nn.Linear(inputs, LAST_UNITS), nn.Linear(LAST_UNITS, 1), nn.Linear(inputs, 1)

    def forward(self, batch: Batch) -> Tensor:
        """Return the log odds for each position."""
        whole = (batch.whole - self.whole_middle) / self.whole_width
        cells = torch.relu(self.first((batch.cells - self.cell_middle) / self.cell_width))
        count = len(cells)
        for number in range(self.rounds):
            near = gathered(cells[batch.touching[1]], batch.touching[0], count) * 0.25
            told = gathered(cells[batch.sights[0]], batch.sights[1], len(batch.clues)) * 0.3
            said = torch.relu(self.clue_of_cells[number](told) + self.clue_of_clue[number](batch.clues))
            heard = gathered(said[batch.sights[1]], batch.sights[0], count) * 0.5
            new = self.cell_of_cell[number](cells) + self.cell_of_near[number](near) + self.cell_of_clues[number](heard)
            cells = cells + torch.relu(new)
        all_cells = gathered(cells, batch.position, batch.size) / 16
        areas = gathered(cells, batch.area, len(batch.area_position)) / 8
        areas = torch.relu(self.area(torch.cat([areas, whole[batch.area_position]], 1)))
        everything = torch.cat([whole, all_cells, gathered(areas, batch.area_position, batch.size) / 4], 1)
        odds: Tensor = self.out(torch.relu(self.last(everything))) + self.direct(everything)
        return odds.squeeze(1)

    def weights(self) -> dict[str, NDArray[np.float64]]:
        """Return the arrays of native/play/evaluation_weights.hpp, for unscaled inputs, with a row for each input."""

        def plain(values: Tensor) -> NDArray[np.float64]:
            found: NDArray[np.float64] = values.detach().double().numpy()
            return found

        def stacked(layers: nn.ModuleList, scale: float = 1.0) -> NDArray[np.float64]:
            return np.stack([scale * plain(own.weight).T for own in layers])

        def offsets(layers: nn.ModuleList) -> NDArray[np.float64]:
            return np.stack([plain(own.bias) for own in layers])

        units, whole = self.units, slice(0, WHOLE_INPUTS)
        cells, areas = slice(WHOLE_INPUTS, WHOLE_INPUTS + units), slice(WHOLE_INPUTS + units, None)
        middle, width = plain(self.whole_middle), plain(self.whole_width)
        first = plain(self.first.weight) / plain(self.cell_width)
        of_area, of_whole = plain(self.area.weight)[:, :units], plain(self.area.weight)[:, units:] / width
        last, direct = plain(self.last.weight).copy(), plain(self.direct.weight)[0].copy()
        for own in (last.T, direct):  # rows are inputs
            own[whole] = (own[whole].T / width).T
            own[cells] /= 16
            own[areas] /= 4
        return {
            "first": first.T,
            "first_offset": plain(self.first.bias) - first @ plain(self.cell_middle),
            "cell_of_cell": stacked(self.cell_of_cell),
            "cell_offset": offsets(self.cell_of_cell),
            "cell_of_near": stacked(self.cell_of_near, 0.25),
            "cell_of_clues": stacked(self.cell_of_clues, 0.5),
            "clue_of_cells": stacked(self.clue_of_cells, 0.3),
            "clue_offset": offsets(self.clue_of_cells),
            "clue_of_clue": stacked(self.clue_of_clue),
            "area_of_cells": of_area.T / 8,
            "area_of_whole": of_whole.T,
            "area_offset": plain(self.area.bias) - of_whole @ middle,
            "last_of_whole": last.T[whole],
            "last_of_cells": last.T[cells],
            "last_of_areas": last.T[areas],
            "last_offset": plain(self.last.bias) - last[:, whole] @ middle,
            "out": plain(self.out.weight)[0],
            "direct_of_whole": direct[whole],
            "direct_of_cells": direct[cells],
            "direct_of_areas": direct[areas],
            "constant": plain(self.direct.bias)[0] + plain(self.out.bias)[0] - direct[whole] @ middle,
        }


def explained(network: Network, positions: Positions, kept: Indices) -> float:
    """Return the fraction of the targets' variance that the network explains."""
    with torch.no_grad():
        parts = [positions.take(kept[i : i + 2048]) for i in range(0, len(kept), 2048)]
        errors = torch.cat([torch.sigmoid(network(own)) - own.targets for own in parts])
    return 1 - float((errors**2).mean() / positions.targets[torch.from_numpy(kept)].var())


def fit(sets: list[Positions], units: int, rounds: int, passes: int, rate: float = 3e-3) -> Network:
    """Fit a network to all positions except those of every twentieth game, with which it is tested after each pass.

    It minimises the mean logarithmic loss, using Adam with a cosine schedule.
    """
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    network = Network(units, rounds, sets)
    kept = [np.flatnonzero(own.games % 20 == 19) for own in sets]
    used = [np.flatnonzero(own.games % 20 != 19) for own in sets]
    steps, step, begun = passes * sum(len(own) // BATCH for own in used), 0, time.monotonic()
    optimizer = torch.optim.AdamW(network.parameters(), lr=rate, weight_decay=1e-3)
    for number in range(passes):
        parts = []
        for index, own in enumerate(used):
            order = random.permutation(own)
            parts += [(index, order[i : i + BATCH]) for i in range(0, len(order) - BATCH + 1, BATCH)]
        for part in random.permutation(len(parts)):
            index, chosen = parts[part]
            for group in optimizer.param_groups:
                group["lr"] = rate * min(1, (step + 1) / 200) * 0.5 * (1 + math.cos(math.pi * step / steps))
            batch = sets[index].take(chosen)
            loss = functional.binary_cross_entropy_with_logits(network(batch), batch.targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            step += 1
        shares = " ".join(
            f"{explained(network, own, each):.3f}" for own, each in zip(sets, kept, strict=True) if len(each) > 1
        )
        print(f"pass {number + 1}: explains {shares} after {time.monotonic() - begun:.0f} s", flush=True)
    return network
