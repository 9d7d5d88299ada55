"""SKYJO taught in seven lessons; the rule of each stands in scoutcli-skyjo(7)."""

from __future__ import annotations

from scoutcli.tutorial.course import Course, Lesson

OPEN = Lesson(
    "the first two cards",
    """
    Twelve cards lie before you, face down, in four columns (a to d) and three rows (1 to 3).
    They are worth from -2 to 12. You want as few points as possible.

    Before the first turn everybody opens two cards. A place is its column and its row: b2 is in
    the middle. Opening is written O and two places, Oa1b2; a1 b2 will do.
    """,
    """
    skyjo grids=(C)(3)(5)(8)(0)(7)(A)(2)(6)(9)(1)(B)/(4)(6)(9)(1)(7)(0)(3)(C)(5)(2)(8)(A)
    discard=5 stock=* drawn=- turn=1 ender=- turns=0 round=1 totals=0,0 chosen=-,- starter=1,2
    """,
    """
    Open any two cards.
    """,
    ((),),
    """
    any two places will do: Oa1b2
    """,
    """
    In the first round whoever has the higher sum of two begins.
    """,
    then=("2.Ob1:6c2:3",),
)

TAKE = Lesson(
    "taking the discard",
    """
    In your turn you take the top card of the discard pile, or you draw one.

    The discard has to be put on a place of yours, open or hidden; the card that was there goes
    on the discard pile. It is written T@ and the place.
    """,
    """
    skyjo grids=C(3)(5)(8)(0)4(A)(2)(6)(9)(1)(B)/(4)6(9)(1)(7)(0)3(C)(5)(2)(8)(A) discard=51
    stock=* drawn=- turn=1 ender=- turns=2 round=1 totals=0,0
    """,
    """
    A 1 lies on the discard pile, and you have a 12 at a1. What about it?
    """,
    (("T@a1",),),
    """
    put the 1 in the place of the 12: T@a1
    """,
    """
    11 points less. Ann may now take the 12, but she will not.
    """,
)

DRAW = Lesson(
    "drawing, and keeping the card",
    """
    When the discard is of no use, draw: D. You look at the card, and then put it on a place (@
    and the place), or throw it away.
    """,
    """
    skyjo grids=1(3)(5)B(0)4(A)(2)(6)(9)(1)(8)/(4)6(9)(1)(7)(0)3(C)(5)(2)(8)(A) discard=519
    stock=0* drawn=- turn=1 ender=- turns=4 round=1 totals=0,0
    """,
    """
    A 9 is on the discard pile: draw a card (D), and put it where it helps most.
    """,
    (("D",), ("@d1",)),
    """
    first D; then the new card in the place of your 11: @d1
    """,
    """
    A 0 for an 11.
    """,
)

THROW = Lesson(
    "drawing, and throwing the card",
    """
    If the card that you drew is bad, throw it on the discard pile; then you have to open one of
    your hidden cards. It is written / and the place.
    """,
    """
    skyjo grids=1(3)(5)0(0)4(A)(2)(6)(9)(1)(8)/(4)6(9)(1)(7)(0)3(C)(5)(2)(8)(A) discard=519
    stock=B* drawn=- turn=1 ender=- turns=6 round=1 totals=0,0
    """,
    """
    Draw, and throw the card if it is bad.
    """,
    (("D",), ("/*",)),
    """
    first D; an 11 is worse than what a hidden card is worth on average, about 5: throw it and
    open a place, as with /b1
    """,
    """
    Hidden cards are worth 5 points each on average: a card well below that is worth keeping.
    """,
)

COLUMN = Lesson(
    "a column of three equal cards",
    """
    Three equal open cards in a column go away at once, with all their points, however high they
    are. Then the column counts nothing.
    """,
    """
    skyjo grids=8(3)(5)081(A)(2)C(9)(1)4/(4)6(9)(1)(7)(0)3(C)(5)(2)(8)(A) discard=598 stock=*
    drawn=- turn=1 ender=- turns=8 round=1 totals=0,0
    """,
    """
    Column a has 8 8 12, and an 8 is on the discard pile.
    """,
    (("T@a3",),),
    """
    the 8 completes the column if it takes the place of the 12: T@a3
    """,
    """
    28 points are gone. High cards that come in threes are not bad at all.
    """,
)

WAIT = Lesson(
    "who opens the last card",
    """
    Who opens the own last card ends the round: all the others have one more turn, then all
    cards are opened and counted.

    But if whoever ended it has not fewer points than everybody else, these points count double
    (unless they are 0 or less). So do not end a round that you are losing.
    """,
    """
    skyjo grids=C9A4870135B(6)/0112(3)0143(2)01 discard=52 stock=* drawn=- turn=1 ender=-
    turns=20 round=2 totals=12,20
    """,
    """
    Only d3 is hidden. You have far more points than Ann. Where does the 2 go?
    """,
    (("T@a1",),),
    """
    with the 2 at d3 you would end the round and pay double. Put it on your 12: T@a1
    """,
    """
    10 points less, and the round goes on.
    """,
)

END = Lesson(
    "the end of a round",
    """
    The match ends when somebody has 100 points or more after a round. Who has the fewest then
    wins.
    """,
    """
    skyjo grids=0112Z014320(6)/C9A4(8)70135B(6) discard=50 stock=7* drawn=- turn=1 ender=-
    turns=22 round=3 totals=40,31
    """,
    """
    You are well ahead. End the round.
    """,
    (("T@d3",),),
    """
    put the 0 on your last hidden card: T@d3
    """,
    """
    You had fewer points than Ann, so nothing is doubled.
    """,
    then=("2.D7@a1:C",),
)

COURSE = Course(
    "skyjo",
    ("Ann",),
    """
    SKYJO is a game of cards that nobody has seen, your own among them. Ann sits opposite you. Each
    lesson is a moment of its own; it does not go on where the one before ended.
    """,
    (OPEN, TAKE, DRAW, THROW, COLUMN, WAIT, END),
    """
    You know the game now.

    A match against three bots, with a tutor who warns you: scoutcli play skyjo -p 4 --tutor
    """,
)
