"""Faults that can be planted in a file: one changed operator, number, line or branch each."""

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

OTHER_COMPARISON = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
OTHER_ARITHMETIC = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "//"),
}
OTHER_JUNCTION = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
# Names of how much is read, kept or waited for, and of more than there ever is.
#
# That a bound holds is tested, not its size.
BOUND = re.compile(
    r"(MOST|LEAST|LONGEST|FEWEST|USUAL|ANY|FAR|NEVER|PLENTY)(_|$)|_(SECONDS|MILLISECONDS|BYTES|STEPS)$"
)
Function = ast.FunctionDef | ast.AsyncFunctionDef
# A line from 1 and a column in bytes from 0, as ast counts them.
Position = tuple[int, int]
# From where to where a text is replaced, and by what.
Piece = tuple[Position, Position, str]


@dataclass(frozen=True, slots=True)
class Fault:
    """A file as it is, and as it is with the fault.

    ``function`` is the innermost one around it, as ``path:name``; empty at a module's level.
    """

    path: str
    before: str
    after: str
    function: str = ""

    @property
    def diff(self) -> str:
        lines = difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), self.path, self.path, "", "", 1, ""
        )
        return "\n".join(lines)

    @property
    def changed(self) -> tuple[str, str]:
        """Return the changed lines, as they were and as they are, without indents."""
        lines = self.diff.splitlines()[2:]
        gone, come = ([line[1:].strip() for line in lines if line[0] == sign] for sign in "-+")
        return " ".join(gone), " ".join(come)


def faults_of(root: Path, path: Path) -> list[Fault]:
    """Return every fault that can be planted in a file below a root."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    name = path.relative_to(root).as_posix()
    pieces = (piece for node in code_of(tree) for piece in pieces_of(node, source))
    functions = dict(functions_of(tree))
    return [
        Fault(name, source, replaced(source, piece), function_at(piece[0][0], functions, name))
        for piece in pieces
    ]


def function_at(line: int, functions: dict[Function, str], name: str) -> str:
    """Return the function whose body a line is in; empty where it is in none."""
    around = [one for one in functions if one.body[0].lineno <= line <= (one.end_lineno or 0)]
    inner = max(around, key=lambda one: one.lineno, default=None)
    return f"{name}:{functions[inner]}" if inner else ""


def functions_of(node: ast.AST, within: str = "") -> Iterator[tuple[Function, str]]:
    """Yield every function in a piece of source, with the name Python qualifies it by."""
    for one in ast.iter_child_nodes(node):
        inner = within
        if isinstance(one, Function):
            yield one, within + one.name
            inner = f"{within}{one.name}.<locals>."
        elif isinstance(one, ast.ClassDef):
            inner = f"{within}{one.name}."
        yield from functions_of(one, inner)


def code_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is run: no decorator, annotation, docstring, list of names or size of a bound.

    Nor what only asserts: ``strict=True`` changes nothing where two lists are of one length.
    """
    for field, child in ast.iter_fields(node):
        if field in {"decorator_list", "annotation", "returns", "type_params"}:
            continue
        for one in child if isinstance(child, list) else [child]:
            if isinstance(one, ast.AST) and not is_mute(one):
                yield one
                yield from code_of(one)


def is_mute(node: ast.AST) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.keyword):
        return node.arg == "strict" and ast.unparse(node.value) == "True"
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    if isinstance(node, ast.Assign):
        names = ast.unparse(node.targets[0]).strip("()").split(", ")
        return all(BOUND.search(name) for name in names)
    return isinstance(node, ast.Import | ast.ImportFrom)


def pieces_of(node: ast.AST, source: str) -> Iterator[Piece]:
    yield from signs(node, source)
    yield from values(node, source)
    yield from lines_and_branches(node, source)


def signs(node: ast.AST, source: str) -> Iterator[Piece]:
    match node:
        case ast.Compare(left, ops, comparators):
            sides = [left, *comparators]
            for op, one, other in zip(ops, sides, comparators, strict=False):
                yield from sign_between(one, other, OTHER_COMPARISON.get(type(op)), source)
        case ast.BinOp(left, op, right):
            yield from sign_between(left, right, OTHER_ARITHMETIC.get(type(op)), source)
        case ast.BoolOp(op, [first, second, *_]):
            yield from sign_between(first, second, OTHER_JUNCTION[type(op)], source)


def values(node: ast.AST, source: str) -> Iterator[Piece]:
    match node:
        case ast.UnaryOp(ast.Not(), operand):
            yield start(node), end(node), f"({text_of(operand, source)})"
        case ast.Constant(bool() as value):
            yield start(node), end(node), str(not value)
        case ast.Constant(int() as value):
            yield start(node), end(node), str(value + 1)


def lines_and_branches(node: ast.AST, source: str) -> Iterator[Piece]:
    match node:
        case ast.Expr(ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.AugAssign():
            yield start(node), end(node), "pass"
        case ast.If(test) | ast.While(test):
            yield start(test), end(test), f"not ({text_of(test, source)})"
        case ast.IfExp(test, body, orelse):
            swapped = (text_of(part, source) for part in (orelse, test, body))
            yield start(node), end(node), "({} if {} else {})".format(*swapped)


def sign_between(
    one: ast.expr, other: ast.expr, signs: tuple[str, str] | None, source: str
) -> Iterator[Piece]:
    """Yield the sign between two terms replaced by another, unless a comment stands there."""
    if signs is None:
        return
    between = cut(source, end(one), start(other))
    if between.count(signs[0]) == 1 and "#" not in between:
        yield end(one), start(other), between.replace(*signs)


def start(node: ast.expr | ast.stmt) -> Position:
    return node.lineno, node.col_offset


def end(node: ast.expr | ast.stmt) -> Position:
    return node.end_lineno or 0, node.end_col_offset or 0


def text_of(node: ast.expr, source: str) -> str:
    return cut(source, start(node), end(node))


def cut(source: str, first: Position, last: Position) -> str:
    return source.encode()[offset(source, first) : offset(source, last)].decode()


def replaced(source: str, piece: Piece) -> str:
    first, last, text = piece
    return cut(source, (1, 0), first) + text + source.encode()[offset(source, last) :].decode()


def offset(source: str, position: Position) -> int:
    line, column = position
    return sum(len(one.encode()) for one in source.splitlines(keepends=True)[: line - 1]) + column
