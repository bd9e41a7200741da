"""No module imports itself by way of others, not even inside a function: each can be read before what stands on it."""

from graphlib import TopologicalSorter

import grimp


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph("alicia_desktop", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    order = tuple(TopologicalSorter(imports).static_order())  # CycleError names the modules of a circle
    assert len(order) == len(graph.modules)
