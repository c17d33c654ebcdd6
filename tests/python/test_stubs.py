"""The type stubs and the docstrings against the compiled module."""
import ast
import importlib.resources
import inspect
import pydoc

import gaugegl
from gaugegl import _core


def declared(nodes):
    """{name: [parameters]} of functions; of classes a dictionary of their members; of properties None."""
    found = {}
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            found[node.name] = declared(node.body)
        elif isinstance(node, ast.FunctionDef):
            if any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list):
                found[node.name] = None
                continue
            every = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            found[node.name] = [a.arg for a in every if a.arg != "self"] + ([node.args.kwarg.arg] if node.args.kwarg else [])
    return found


def parameters(function):
    return [name for name in inspect.signature(function).parameters if name != "self"]


def members(owner):
    return {name for name in vars(owner) if not name.startswith("_")}


STUB = declared(ast.parse((importlib.resources.files(gaugegl) / "_core.pyi").read_text()).body)


def test_the_stub_has_what_the_module_has():
    assert {name for name in STUB if not name.startswith("_")} == members(_core)
    for name, own in STUB.items():
        it = getattr(_core, name)
        if inspect.isclass(it):
            assert {n for n in own if not n.startswith("_")} == members(it) - set(dir(BaseException)), name
            for method, words in own.items():
                value = inspect.getattr_static(it, method)
                assert isinstance(value, property) == (words is None), (name, method)
                if words is not None and method not in ("__iter__", "__next__", "__float__"):
                    expected = ["kwargs" if word == "numbers" else word for word in words]
                    assert parameters(getattr(it, method)) == expected, (name, method)
        else:
            assert parameters(it) == ["kwargs" if word == "numbers" else word for word in own], name


def test_everything_public_has_a_docstring():
    for name in set(gaugegl.__all__) | set(gaugegl.analysis.__all__):
        it = getattr(gaugegl, name, None) or getattr(gaugegl.analysis, name)
        assert it.__doc__ and len(it.__doc__) > 20, name
        for member in members(it) if inspect.isclass(it) and not issubclass(it, Exception) else []:
            text = getattr(it, member).__doc__
            assert text and len(text.split("\n\n", 1)[-1]) > 5, (name, member)


def test_help_shows_names_and_defaults():
    expected = "(self, beta, sweeps=1, overrelaxation=0, "
    assert str(inspect.signature(gaugegl.GaugeField.heat_bath)).startswith(expected)
    assert f"heat_bath{expected}" in pydoc.plain(pydoc.render_doc(gaugegl.GaugeField))
    assert str(inspect.signature(gaugegl.GaugeField.cold)) == "(group, lattice, device=None)"
    assert "object" not in pydoc.plain(pydoc.render_doc(gaugegl.propagator)).splitlines()[2]


def test_types_are_there_for_checkers():
    assert (importlib.resources.files(gaugegl) / "py.typed").is_file()
    assert set(gaugegl.__all__) <= set(dir(gaugegl)) and gaugegl.__version__.count(".") == 2
    assert gaugegl.GaugeField.__module__ == "gaugegl"
