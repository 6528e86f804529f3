# SPDX-License-Identifier: MIT
"""Diagrams: from codes and curves, to codes and pictures."""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

from . import _core
from ._core import ffi, lib


class Diagram:
    """A link diagram on the sphere; never changes.

    >>> trefoil = Diagram.read("[(1,5,2,4),(3,1,4,6),(5,3,6,2)]")
    >>> trefoil.crossings, trefoil.components, trefoil.determinant()
    (3, 1, 3)
    """

    def __init__(self, pointer: Any) -> None:
        self._pointer = ffi.gc(pointer, lib.bight_diagram_free)

    @classmethod
    def read(cls, code: str, kind: str = "auto") -> "Diagram":
        """From a code: ``pd``, ``dt``, ``dt-letters``, ``gauss``, ``gauss-signed`` or ``braid``; ``auto`` tells by the text.

        >>> Diagram.read("braid: 1 1 1").crossings
        3
        """
        number = lib.bight_code_kind_find(kind.encode())
        if number == lib.BIGHT_CODE_COUNT:
            raise _core.InvalidInput(f'there is no code "{kind}": give auto, pd, pd-cw, dt, dt-letters, gauss, gauss-signed or braid')
        data = code.encode()
        memory = ffi.from_buffer(data)
        at, line, item = ffi.new("size_t *"), ffi.new("int32_t *"), ffi.new("bight_code_item *")
        if not lib.bight_code_next(memory, len(data), at, line, item):
            raise _core.InvalidInput("there is no code in the text")
        diagram, error = ffi.new("bight_diagram **"), _core.new_error()
        _core.check(lib.bight_code_read(_core.environment(), item, number, ffi.NULL, diagram, error), error)
        return cls(diagram[0])

    @property
    def crossings(self) -> int:
        return int(lib.bight_diagram_crossings(self._pointer))

    @property
    def components(self) -> int:
        return int(lib.bight_diagram_components(self._pointer))

    def write(self, kind: str = "pd") -> str:
        """As a code, without its keyword: read it with the same ``kind``.

        >>> Diagram.read("braid: 1 1 1").write("dt")
        '4 6 2'
        """
        number = lib.bight_code_kind_find(kind.encode())
        data, error = ffi.new("bight_bytes *"), _core.new_error()
        _core.check(lib.bight_code_write(ffi.NULL, self._pointer, number, False, data, error), error)
        return _core.take_bytes(data).decode()

    def reduced(self) -> "Diagram":
        """The same link with fewer crossings, where moves that never add any find such a diagram."""
        diagram, error = ffi.new("bight_diagram **"), _core.new_error()
        _core.check(lib.bight_diagram_reduce(_core.environment(), ffi.NULL, self._pointer, diagram, error), error)
        return Diagram(diagram[0])

    def scrambled(self, crossings: int, seed: int = 0) -> "Diagram":
        """A random diagram of the same link with at least so many crossings."""
        diagram, error = ffi.new("bight_diagram **"), _core.new_error()
        _core.check(lib.bight_diagram_scramble(_core.environment(), self._pointer, crossings, seed, diagram, error), error)
        return Diagram(diagram[0])

    def svg(self, title: str = "") -> str:
        """A picture, strands interrupted where they pass under."""
        words = ffi.new("char[]", title.encode())
        options = ffi.new("bight_svg_options *", {"title": words if title else ffi.NULL})
        data, error = ffi.new("bight_bytes *"), _core.new_error()
        _core.check(lib.bight_write_knot_svg(ffi.NULL, self._pointer, options, data, error), error)
        return _core.take_bytes(data).decode()

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<Diagram of {self.crossings} crossings, {self.components} component{'s' * (self.components != 1)}>"

    # ---- invariants -----------------------------------------------------------------------------------------

    def determinant(self) -> int:
        data, error = ffi.new("bight_bytes *"), _core.new_error()
        _core.check(lib.bight_diagram_determinant(_core.environment(), self._pointer, ffi.NULL, data, error), error)
        return int(_core.take_bytes(data))

    def signature(self) -> int:
        """Negative for the right-handed trefoil."""
        number, error = ffi.new("int32_t *"), _core.new_error()
        _core.check(lib.bight_diagram_signature(_core.environment(), self._pointer, ffi.NULL, number, error), error)
        return int(number[0])

    def _terms(self, call: Any) -> List[Tuple[int, int, int]]:
        terms, error = ffi.new("bight_terms *"), _core.new_error()
        _core.check(call(_core.environment(), self._pointer, ffi.NULL, terms, error), error)
        found = [(int(terms.terms[i].v), int(terms.terms[i].z), int(terms.terms[i].coefficient)) for i in range(terms.count)]
        lib.bight_terms_free(ffi.NULL, terms)
        return found

    def homfly(self) -> Dict[Tuple[int, int], int]:
        """{(power of v, power of z): coefficient}; conventions in docs/knots.md."""
        return {(v, z): c for v, z, c in self._terms(lib.bight_diagram_homfly)}

    def kauffman(self) -> Dict[Tuple[int, int], int]:
        """{(power of a, power of z): coefficient} of Kauffman's F(a, z)."""
        return {(a, z): c for a, z, c in self._terms(lib.bight_diagram_kauffman)}

    def jones(self) -> Dict[int, int]:
        """{power as docs/knots.md says it: coefficient}"""
        return {v: c for v, _, c in self._terms(lib.bight_diagram_jones)}
