// SPDX-License-Identifier: MIT
// Small meshes of cloth as texts of files, for the tests of the engine and of the page.

/** A sheet of squares in the plane of x and y with its pattern, `side` units wide: OBJ with groups for its halves. */
export function sheetObj(squares, side) {
  const lines = ['# a square of cloth'];
  for (let j = 0; j <= squares; j++) {
    for (let i = 0; i <= squares; i++) {
      lines.push(`v ${(side * i) / squares} ${(side * j) / squares} 0`, `vt ${i / squares} ${j / squares}`);
    }
  }
  for (let j = 0; j < squares; j++) {
    if (j === 0 || j === squares >> 1) {
      lines.push(`g ${j === 0 ? 'lower' : 'upper'}`);
    }
    for (let i = 0; i < squares; i++) {
      const a = 1 + i + j * (squares + 1);
      lines.push(`f ${[a, a + 1, a + squares + 2, a + squares + 1].map((v) => `${v}/${v}`).join(' ')}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A tube round y, open at both ends, as a PLY text with texture coordinates of its vertices, in metres. */
export function tubePly(around, along, radius, length) {
  const vertices = [];
  const faces = [];
  for (let j = 0; j <= along; j++) {
    for (let i = 0; i < around; i++) {
      const t = (2 * Math.PI * i) / around;
      vertices.push(`${radius * Math.cos(t)} ${(length * j) / along} ${-radius * Math.sin(t)} ${i / around} ${j / along}`);
    }
  }
  for (let j = 0; j < along; j++) {
    for (let i = 0; i < around; i++) {
      const [a, b] = [i + j * around, ((i + 1) % around) + j * around];
      faces.push(`3 ${a} ${b} ${b + around}`, `3 ${a} ${b + around} ${a + around}`);
    }
  }
  return [
    'ply',
    'format ascii 1.0',
    `element vertex ${vertices.length}`,
    ...['x', 'y', 'z', 's', 't'].map((name) => `property double ${name}`),
    `element face ${faces.length}`,
    'property list uchar int vertex_indices',
    'end_header',
    ...vertices,
    ...faces,
    '',
  ].join('\n');
}

/** The sheet with a third face on an edge, a face that is there twice, and a vertex that is nowhere used. */
export function faultyObj(squares, side) {
  const a = (squares + 1) ** 2;
  return `${sheetObj(squares, side)}v 0 0 ${side / squares}\nv ${2 * side} ${side} 0\nf 2 ${squares + 3} ${a + 1}\nf 1/1 2/2 ${squares + 3}/${squares + 3} ${squares + 2}/${squares + 2}\n`;
}

/** Counts of an OBJ: vertices, places on the pattern, faces, names of groups. */
export function objCounts(text) {
  const lines = text.split('\n');
  const count = (word) => lines.filter((line) => line.startsWith(`${word} `)).length;
  return {
    v: count('v'),
    vt: count('vt'),
    f: count('f'),
    groups: lines.filter((line) => line.startsWith('g ')).map((line) => line.slice(2).trim()),
  };
}
