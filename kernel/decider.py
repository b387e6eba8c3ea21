"""A game as one record of functions, and the runner of its rules."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NoReturn, TypeAlias, TypeVar

from events.envelope import Draw
from events.errors import RefoldError
from events.frozen import frozen
from events.records import maker
from events.vocabulary import Arranged, Seat, Vocabulary
from kernel.chance import Chance
from kernel.documents import Document, changed
from kernel.errors import ImpossibleEvent

M = TypeVar("M")
S = TypeVar("S")
E = TypeVar("E")

Rule: TypeAlias = Generator[E, S, None]
"""A rule yields what happens, fact by fact, and is sent the state after each fact."""


@frozen(kw_only=True)
class Table:
    """What a game is set up with.

    seats: clockwise, the first one starts. options: the game's set-up options, all of them, by name. rulings: option in
    force by ruling id, all of them. box: the content pack as the game reads it.
    """

    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    rulings: Mapping[str, str]
    box: Any


@frozen(kw_only=True)
class Standing:
    """How a seat stands. score: points as of now. rank: from 1, shared by those who are level.

    parts: (name, points) of the score, in the rulebook's order; they sum up to it.
    """

    seat: Seat
    score: int
    rank: int
    parts: tuple[tuple[str, int], ...] = ()


@frozen(kw_only=True)
class Game(Generic[M, S, E]):
    """A game: what it is called, how it is read, and what its rules say. All functions are pure.

    name: id of the game, that of its folders. title: as people call it. seats: least and most players.
    rules_version: raised by hand when `decide` changes an outcome. packs: content packs shipped, the default first.
    options: set-up options, each with its values, the default first. vocabulary: its moves and events.

    box(content): read the content of a pack; raises BadContent. initial(table): the state before set-up.
    setup(state, chance): rule that sets the game up; its first event lists every ruling in force.
    decide(state, move, chance): rule of a move; raises IllegalMove before its first event.
    proceed(state, chance): rule of what comes when no seat has a choice and the game is not over.
    reducers: by the class of an event, its bookkeeping: (state, event) -> state, without a rule or a choice. One for
    each event of the vocabulary. What they raise says that the event cannot follow from the state.
    to_act(state): seats that must choose now, several in simultaneous choices, none when the game is over or proceeds.
    is_over(state): whether the game has ended. round(state): number of the round, from 1, 0 before the first.
    legal_moves(state, seat): every legal move, interchangeable pieces once, at most 2,000, in a stable order.
    sample(state, seat, choose): one legal move; `choose(n)` gives a number from 0 to n - 1.
    resolve(state, move): the move with pieces named by what they show replaced by their ids.
    standings(state): one for each seat, in the order of the seats.
    document(state): the state as JSON keyed by ids; secrets stand in it as `Secret`.
    restore(state, document): the state that a document describes; `state` gives what no document holds (the box).
    arrange(state, document, at): put a patched document right: pieces that were placed leave the supply, derived fields
    follow, `at` names the point of the game (round, seat to act …); raises ImpossiblePosition.
    faults(state): every broken invariant, in words; empty in every reachable state.
    handover(state, seat): the move by which whoever is to act hands over so that `seat` may act, where that is all it
    takes (ending a turn), else None; lets a script leave such moves out.
    worth(state, seat): how good a position is for a seat, for the greedy policy; any whole number.

    drawing(box, document, language): a position as text that people read, in English or French. document: plain JSON,
    as `view` shows it to somebody. components(box): ids of all components that have a text, in the pack's order.
    component(box, id, language): what a component is called and says, made from the pack; raises KeyError.
    """

    name: str
    title: str
    seats: tuple[int, int]
    rules_version: int
    packs: tuple[str, ...]
    options: Mapping[str, tuple[str, ...]]
    vocabulary: Vocabulary
    box: Callable[[Mapping[str, Any]], Any]
    initial: Callable[[Table], S]
    setup: Callable[[S, Chance], Rule[E, S]]
    decide: Callable[[S, M, Chance], Rule[E, S]]
    proceed: Callable[[S, Chance], Rule[E, S]]
    reducers: Mapping[type, Callable[[S, Any], S]]
    to_act: Callable[[S], tuple[Seat, ...]]
    is_over: Callable[[S], bool]
    round: Callable[[S], int]
    legal_moves: Callable[[S, Seat], Sequence[M]]
    sample: Callable[[S, Seat, Callable[[int], int]], M]
    resolve: Callable[[S, M], M]
    standings: Callable[[S], tuple[Standing, ...]]
    document: Callable[[S], Document]
    restore: Callable[[S, Document], S]
    arrange: Callable[[S, Document, Mapping[str, Any]], S]
    faults: Callable[[S], tuple[str, ...]]
    handover: Callable[[S, Seat], M | None]
    worth: Callable[[S, Seat], int]
    drawing: Callable[[Any, Document, str], str]
    components: Callable[[Any], tuple[str, ...]]
    component: Callable[[Any, str, str], str]

    def evolve(self, state: S, event: E | Arranged) -> S:
        """Return the state after an event.

        Raises: ImpossibleEvent.
        """
        return folded(self, state, (event,))

    @cached_property
    def books(self) -> Mapping[type, Callable[[S, Any], S]]:
        """The reducers, and that of the one event that every game knows."""

        def arranged(state: S, event: Arranged) -> S:
            return self.restore(state, changed(self.document(state), event.changes))

        return {**self.reducers, Arranged: arranged}


AnyGame: TypeAlias = Game[Any, Any, Any]


@frozen(kw_only=True)
class Decision(Generic[S, E]):
    """What followed from a move. events: in order. state: after the last one. draws: made on the way."""

    events: tuple[E, ...]
    state: S
    draws: tuple[Draw, ...]


_made_decision = maker(Decision)
"""Makes a decision from events, state and draws; the class itself takes half as long as a rule."""


def run(rule: Rule[E, S], state: S, reducers: Mapping[type, Callable[[S, Any], S]]) -> tuple[list[E], S]:
    """Collect the events of one rule and the state they lead to.

    Raises: ImpossibleEvent, and what the rule does.
    """
    events: list[E] = []
    send = rule.send
    try:
        event = next(rule)
        while True:
            events.append(event)
            try:
                state = reducers[type(event)](state, event)
            except RefoldError:
                raise
            except Exception as error:
                raise _cannot_follow(event, error) from error
            event = send(state)
    except StopIteration:
        return events, state


def decided(game: Game[M, S, E], state: S, move: M, chance: Chance) -> Decision[S, E]:
    """Decide a move, and go on until some seat must choose or the game is over.

    Raises: IllegalMove, DrawNeeded, DrawConflict.
    """
    return _continued(game, *_ruled(game, game.decide, state, move, chance), chance)


def set_up(game: Game[M, S, E], table: Table, chance: Chance) -> Decision[S, E]:
    """Set a game up, and go on until some seat must choose.

    Raises: BadSetup, DrawNeeded, DrawConflict.
    """
    state = game.initial(table)
    return _continued(game, *_ruled(game, game.setup, state, chance), chance)


def _continued(game: Game[M, S, E], events: list[E], state: S, chance: Chance) -> Decision[S, E]:
    while not game.to_act(state) and not game.is_over(state):
        more, state = _ruled(game, game.proceed, state, chance)
        if not more:
            blame_position(game, state, RuntimeError(f"{game.name}: nobody is to act and nothing follows"))
        events += more
    decision: Decision[S, E] = _made_decision(tuple(events), state, tuple(chance.made))
    return decision


def _ruled(game: Game[M, S, E], rule: Callable[..., Rule[E, S]], state: S, *rest: Any) -> tuple[list[E], S]:
    """Run a rule of a game; what breaks on a position that cannot be is the fault of the position."""
    try:
        return run(rule(state, *rest), state, game.reducers)
    except Exception as error:  # noqa: BLE001 - raised again, or blamed on the position
        blame_position(game, state, error)


def blame_position(game: Game[M, S, E], state: S, error: Exception) -> NoReturn:
    """Blame a position for what broke on it, where it cannot be; where it can, the game is to blame.

    Raises: ImpossibleEvent for a position that cannot be, else the error; what refold raised on purpose always.
    """
    faults = () if isinstance(error, RefoldError) else faults_of(game, state)
    if not faults:
        raise error
    raise ImpossibleEvent(f"what is recorded leads to a position that cannot be: {'; '.join(faults)}") from error


def faults_of(game: Game[M, S, E], state: S) -> tuple[str, ...]:
    """Return what is wrong with a position; that looking at it breaks is wrong with it, too."""
    try:
        return game.faults(state)
    except RefoldError as error:
        return (str(error),)
    except Exception as error:  # noqa: BLE001 - whatever it is, the position is to blame
        return (f"nothing can be made of it ({type(error).__name__}: {error})",)


def folded(game: Game[M, S, E], state: S, events: Iterable[E | Arranged]) -> S:
    """Fold events into a state.

    Raises: ImpossibleEvent.
    """
    books = game.books
    for event in events:
        try:
            state = books[type(event)](state, event)
        except RefoldError:
            raise
        except Exception as error:
            raise _cannot_follow(event, error) from error
    return state


def _cannot_follow(event: object, error: Exception) -> ImpossibleEvent:
    names = isinstance(error, LookupError | ValueError)
    what = "it names what is not there" if names else "the position has no room for it"
    return ImpossibleEvent(f"{type(event).__name__} cannot follow here: {what} ({type(error).__name__}: {error})")


def must_choose(game: Game[M, S, E], state: S) -> tuple[tuple[Seat, Sequence[M]], ...]:
    """Return each seat to act with its legal moves."""
    return tuple((seat, game.legal_moves(state, seat)) for seat in game.to_act(state))
