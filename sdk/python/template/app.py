"""The bundle `my-tools`."""

from dataclasses import dataclass
from typing import Annotated

# This import is a right: `wit/world.wit` names it, and the operator can revoke it.
from wit_world.imports import objects
from wit_world.imports.unity_tools_unity_types import PageRequest

from unity_tools import Arg, Cx, Listing, ToolError, Tools, tool

# What the component exports.
__all__ = ["Listing", "Tools"]


@dataclass
class Counted:
    """The answer of `count_objects`."""

    total: Annotated[int, "All objects in the loaded scenes that have the component."]
    first: Annotated[list[str], "The paths of the first of them."]


@tool(category="scene", examples=[{"component": "Camera"}])
def count_objects(
    cx: Cx,
    component: Annotated[str, Arg("Component type, full or short name, such as `Camera`.", min_length=1, max_length=200)],
    limit: Annotated[int, Arg("How many to name.", minimum=1, maximum=100)] = 10,
) -> Counted:
    """Counts the objects of the loaded scenes that have a component of one type, and names the first of them."""
    cx.info(f"looking for objects with a {component}")
    wanted = objects.ObjectFilter(
        scene=None,
        query=None,
        name=None,
        path=None,
        component_type=component,
        tag=None,
        layer=None,
        active_only=False,
        under=None,
        roots_only=False,
        order=objects.ObjectOrder_Hierarchy(),
    )
    found, page = objects.list_objects(wanted, PageRequest(offset=0, limit=limit, cursor=None))
    cx.progress(1, 1, "all loaded scenes are read")
    if not found:
        raise ToolError("not-found", f"no object has a {component}", "give a component's type, such as Camera or Light")
    return Counted(total=page.total, first=[one.path for one in found])
