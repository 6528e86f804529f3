# SPDX-License-Identifier: MIT
"""A chain of capsules and ball joints for MuJoCo from a start shape:
python3 mujoco_model.py START.xyz MODEL.xml [SOLVER [SOLREF]]

Contacts of links within pi radii and one link along the rope are excluded, as in the other peers. Bodies lie in each other,
deeper than the reader takes in one file: every DEPTH of them are a file of their own beside MODEL.xml."""
import math
import os
import sys

RADIUS, DENSITY, FRICTION, STEP = 0.005, 0.078, 0.3, 0.001
DEPTH = 50


def bodies(points):
    """The element of each link, open."""
    before = (0.0, 0.0, 0.0)
    for i, (a, b) in enumerate(zip(points, points[1:])):
        at = [x - y for x, y in zip(a, before)]
        along = [x - y for x, y in zip(b, a)]
        joint = "<freejoint/>" if i == 0 else '<joint type="ball" damping="1e-5"/>'
        site = f'<site pos="{along[0]} {along[1]} {along[2]}"/>' if i + 2 == len(points) else ""
        yield (f'<body name="b{i}" pos="{at[0]} {at[1]} {at[2]}">{joint}'
               f'<geom fromto="0 0 0 {along[0]} {along[1]} {along[2]}"/>{site}')
        before = a


def main(path, model, solver="Newton", solref="0.002 1"):
    points = [tuple(map(float, line.split()[:3])) for line in open(path) if len(line.split()) >= 3]
    links = len(points) - 1
    link = math.dist(points[0], points[1])
    apart = math.ceil((math.pi * RADIUS + link) / link)
    chain = list(bodies(points))
    stem = os.path.splitext(model)[0]
    names = [f"{stem}_{i}.xml" for i in range(0, links, DEPTH)]
    for k, name in enumerate(names):
        part = chain[k * DEPTH:(k + 1) * DEPTH]
        inner = f'<include file="{os.path.basename(names[k + 1])}"/>' if k + 1 < len(names) else ""
        with open(name, "w") as out:
            out.write("<mujocoinclude>\n" + "\n".join(part) + inner + "</body>" * len(part) + "\n</mujocoinclude>\n")
    with open(model, "w") as out:
        out.write(f'<mujoco>\n<option timestep="{STEP}" gravity="0 0 0" solver="{solver}"/>\n'
                  '<size nconmax="1000" njmax="4000" nstack="30000000"/>\n'
                  f'<default><geom type="capsule" size="{RADIUS}" friction="{FRICTION} 0 0" condim="3" '
                  f'solref="{solref}" mass="{DENSITY * link}"/></default>\n'
                  f'<worldbody><include file="{os.path.basename(names[0])}"/></worldbody>\n<contact>\n')
        for i in range(links):
            for j in range(i + 1, min(i + apart, links)):
                out.write(f'<exclude body1="b{i}" body2="b{j}"/>\n')
        out.write("</contact>\n</mujoco>\n")


main(*sys.argv[1:])
