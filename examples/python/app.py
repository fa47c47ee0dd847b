"""The bundle `name-check`: object names that are hard to search for."""

from dataclasses import dataclass
from typing import Annotated

from wit_world.imports import objects, scenes
from wit_world.imports.unity_tools_unity_types import PageRequest

from unity_tools import Arg, Cx, Listing, Tools, tool

# What the component exports.
__all__ = ["Listing", "Tools"]


@dataclass
class Problem:
    path: Annotated[str, "The path of the object."]
    problem: Annotated[str, "The reason."]


def problem_of(name: str) -> str | None:
    if name != name.strip():
        return "the name begins or ends with a blank"
    if "/" in name:
        return "`Transform.Find` reads the `/` in the name as a separator"
    if name.endswith("(Clone)"):
        return "the name is the one of an instance that code created"
    return None


@tool(category="scene", examples=[{"scene": "Main"}])
def check_names(
    cx: Cx,
    scene: Annotated[str, Arg("Name or asset path of the scene.", min_length=1, max_length=300)],
) -> list[Problem]:
    """List the objects of one scene with names that code cannot search for or that look like leftovers."""
    found = scenes.find(scene)
    cx.info(f"reading {found.path}")
    wanted = objects.ObjectFilter(
        scene=found.id,
        query=None,
        name=None,
        path=None,
        component_type=None,
        tag=None,
        layer=None,
        active_only=False,
        under=None,
        roots_only=False,
        order=objects.ObjectOrder_Hierarchy(),
    )
    problems, offset = [], 0
    while offset is not None:
        cards, page = objects.list_objects(wanted, PageRequest(offset=offset, limit=500, cursor=None))
        checked = [(card.path, problem_of(card.name)) for card in cards]
        problems += [Problem(path, problem) for path, problem in checked if problem]
        offset = page.next_offset
        cx.progress(page.total if offset is None else offset, page.total, "objects are read")
    return problems
