# SPDX-License-Identifier: MIT
"""Knots of a chain in each frame of a trajectory: atoms of MDAnalysis or a trajectory of mdtraj in, a table out."""

from __future__ import annotations

from typing import Any, Iterator, List, Optional, Tuple

import numpy as np

from . import _core, knots

#: Of the rows of :func:`identify_trajectory`: number and time of the frame (as the reader counts it), then those of
#: :func:`bight.identify_many`.
ROW = np.dtype([("frame", "i8"), ("time", "f8")] +
               [(name, knots.ROW[name]) for name in (knots.ROW.names or ())])

#: Frames that are read before they are named together.
CHUNK = 256


def _unwrapped(points: np.ndarray, box: np.ndarray) -> np.ndarray:
    """Each atom next to the one before, in a box with right angles: x_i - box round((x_i - x_(i-1)) / box), summed up."""
    steps = np.diff(points, axis=0)
    steps -= box * np.round(steps / box)
    return np.vstack([points[:1], points[:1] + np.cumsum(steps, axis=0)])


def _of_mdanalysis(atoms: Any, frames: slice, unwrap: bool) -> Iterator[Tuple[int, float, np.ndarray]]:
    for step in atoms.universe.trajectory[frames]:
        points = atoms.positions.astype(np.float64)
        if unwrap:
            box = step.dimensions
            if box is None or not np.allclose(box[3:], 90.0) or not np.all(box[:3] > 0):
                raise _core.InvalidInput(f"frame {step.frame} has no box with right angles: give unwrap=False")
            points = _unwrapped(points, np.asarray(box[:3], np.float64))
        yield int(step.frame), float(step.time), points


def _of_mdtraj(trajectory: Any, frames: slice, unwrap: bool) -> Iterator[Tuple[int, float, np.ndarray]]:
    for i in range(*frames.indices(trajectory.n_frames)):
        points = trajectory.xyz[i].astype(np.float64)
        if unwrap:
            if trajectory.unitcell_lengths is None or not np.allclose(trajectory.unitcell_angles[i], 90.0):
                raise _core.InvalidInput(f"frame {i} has no box with right angles: give unwrap=False")
            points = _unwrapped(points, np.asarray(trajectory.unitcell_lengths[i], np.float64))
        yield i, float(trajectory.time[i]), points


def identify_trajectory(atoms: Any, closed: bool = False, *, frames: slice = slice(None), unwrap: bool = False, threads: int = 1,
                        seed: int = 0, atlas: Optional[knots.Atlas] = None) -> np.ndarray:
    """Name one chain in every frame.

    :param atoms: The chain's atoms in their order along it: an AtomGroup of MDAnalysis, as ``universe.select_atoms("name CA")``, or a
        Trajectory of mdtraj, as ``trajectory.atom_slice(trajectory.topology.select("name CA"))``. Any format that these read.
    :param closed: A ring. An open chain is closed far outside, once a frame; :func:`bight.spectrum` says more of a frame.
    :param unwrap: Atoms jump across the sides of a periodic box with right angles: put each next to the one before.
    :return: Of :data:`ROW`.
    """
    if hasattr(atoms, "universe"):
        source = _of_mdanalysis(atoms, frames, unwrap)
    elif hasattr(atoms, "xyz") and hasattr(atoms, "n_frames"):
        source = _of_mdtraj(atoms, frames, unwrap)
    else:
        raise _core.InvalidInput(f"{type(atoms).__name__} is neither an AtomGroup of MDAnalysis nor a Trajectory of mdtraj: "
                                 "give bight.identify_many an array (frames, n, 3)")
    tables: List[np.ndarray] = []
    chunk: List[Tuple[int, float, np.ndarray]] = []

    def flush() -> None:
        named = knots.identify_many(np.array([points for _, _, points in chunk]), closed, threads=threads, seed=seed, atlas=atlas)
        table = np.zeros(len(chunk), ROW)
        table["frame"], table["time"] = [frame for frame, _, _ in chunk], [time for _, time, _ in chunk]
        for name in knots.ROW.names or ():
            table[name] = named[name]
        tables.append(table)
        chunk.clear()

    for one in source:
        chunk.append(one)
        if len(chunk) == CHUNK:
            flush()
    if chunk:
        flush()
    return np.concatenate(tables) if tables else np.zeros(0, ROW)
