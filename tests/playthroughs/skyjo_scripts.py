"""The playthroughs of SKYJO. The numbers K… are those of the rules' list of positions."""

from __future__ import annotations

from games.game import Round
from games.skyjo.cards import DECK
from notation.skyjo_moves import CARDS, cards_text
from tests.playthroughs.script import Script

_ANY = "????????????"
"""A grid of which nothing matters."""
_OPENING = (
    "skyjo grids=(7)(3)??????????/(A)(0)??????????/(5)(5)?????????? discard=4 stock=* drawn=- "
    "turn=1 ender=- turns=0 round=1 totals=0,0,0 chosen=-,-,-"
)
_OPEN_TIED = "1.Oa1:7b1:3 2.Oa1:Ab1:0 3.Oa1:5b1:5"
_ENDED_FIRST = (Round((4, 31, 20), "opened", 0, 2),)


def _turn(grid: str, discard: str, stock: str = "", more: str = "") -> str:
    """Seat 1 of two is to move."""
    return (
        f"skyjo grids={grid}/{_ANY} discard={discard} stock={stock}* drawn=- turn=1 ender=- "
        f"turns=20 round=1 totals=0,0{more}"
    )


def _last(*grids: str, discard: str = "5", more: str = "", totals: str = "") -> str:
    """Seat 1 ended the round, and the last seat has its last turn."""
    zeros = ",".join("0" * len(grids))
    return (
        f"skyjo grids={'/'.join(grids)} discard={discard} stock=* drawn=- turn={len(grids)} "
        f"ender=1 turns=40 round={2 if totals else 1} totals={totals or zeros}{more}"
    )


def _spent(grids: str, top: str, drawn: str = "-", more: str = "") -> str:
    """The draw pile is empty: all other cards lie on the discard pile, below `top`."""
    left = list(DECK)
    for char in grids + top + drawn.strip("-"):
        if char in CARDS and char != "?":
            left.remove(CARDS[char])
    return (
        f"skyjo grids={grids} discard={cards_text(left)}{top} stock=- drawn={drawn} turn=1 ender=- "
        f"turns=90 round=1 totals=0,0{more}"
    )


# One column is left to each seat, its points are the sum. The first seat has ended the round, the
# last one still has a hidden card when its last turn comes.
_TEN = "9...1...0..."
_TEN_LAST = "9...(1)...0..."
_NINE_LAST = "8...(1)...0..."
_TWENTY_FOUR = "C...A...2..."
_TWENTY_THREE_LAST = "C...(B)...0..."
_FULL = "12(3)456789BC1"
_SPARE = "1(2)3(4)5(6)7(8)9(A)B(C)"

SKYJO: tuple[Script, ...] = (
    # Numbers of players
    Script(
        "skyjo-2-round", "a match of one round", 2, {"rounds": "1"}, seed="1", dice="1",
        says=("won by",),
    ),
    *(
        Script(f"skyjo-{players}-lap", "the opening, and two laps of the table", players,
               seed=f"{players}", dice=f"{players}", most=3 * players)
        for players in range(3, 9)
    ),
    # Who starts
    Script(
        "skyjo-3-starter", "the highest sum of two open cards starts (K02)",
        start="skyjo grids=(C)(Y)??????????/(4)(2)??????????/(5)(4)?????????? discard=4 stock=* "
        "drawn=- turn=1 ender=- turns=0 round=1 totals=0,0,0 chosen=-,-,-",
        moves="1.Oa1:Cb1:Y 2.Oa1:4b1:2 3.Oa1:5b1:4", says=("Seat 1 starts.",),
    ),
    Script(
        "skyjo-3-tie-seat", "of equal sums the first seat starts (K03)", start=_OPENING,
        moves=_OPEN_TIED, says=("Seat 1 starts.",),
    ),
    Script(
        "skyjo-3-tie-card", "of equal sums the higher single card starts (K03)",
        start=f"{_OPENING} rules=first_tie:card", moves=_OPEN_TIED, says=("Seat 2 starts.",),
    ),
    Script(
        "skyjo-3-tie-random", "of equal sums one is drawn (K03)",
        start=f"{_OPENING} rules=first_tie:random", moves=_OPEN_TIED, says=("starts.",),
    ),
    Script(
        "skyjo-3-next-ender", "who ended the round before starts the next one (K04)", 3,
        seed="31", past=_ENDED_FIRST, moves="1.Oa1:?b1:? 2.Oa1:?b1:? 3.Oa1:?b1:?",
        says=("Seat 3 starts.",),
    ),
    Script(
        "skyjo-3-next-highest", "the highest sum starts the next round too", 3,
        {"next_starter": "highest"}, seed="31", past=_ENDED_FIRST,
        moves="1.Od1:?c2:? 2.Oa1:?b1:? 3.Oa1:?b1:?", says=("Seat 1 starts.",),
    ),
    Script(
        "skyjo-3-next-rotate", "the seat after the last starter starts the next round", 3,
        {"next_starter": "rotate"}, seed="31", past=_ENDED_FIRST,
        moves="1.Oa1:?b1:? 2.Oa1:?b1:? 3.Oa1:?b1:?", says=("Seat 2 starts.",),
    ),
    Script(
        "skyjo-3-next-after-limit",
        "after a round that the limit ended, the same starter, as nobody had opened everything",
        3, seed="31", past=(Round((4, 31, 20), "limit", 1),),
        moves="1.Oa1:?b1:? 2.Oa1:?b1:? 3.Oa1:?b1:?", says=("Seat 2 starts.",),
    ),
    Script(
        "skyjo-3-next-after-limit-in-lap",
        "after a round that the limit ended in its last lap, the seat that had opened everything",
        3, seed="31", past=(Round((4, 31, 20), "limit", 1, 0),),
        moves="1.Oa1:?b1:? 2.Oa1:?b1:? 3.Oa1:?b1:?", says=("Seat 1 starts.",),
    ),
    # Turns
    Script(
        "skyjo-2-same-card", "a card can be taken for one of the same value (K11)",
        start=_turn("5???????????", "5"), moves="1.T5@a1:5",
    ),
    Script(
        "skyjo-2-column-by-take",
        "a taken card completes a column; the next may take its value (K12)",
        start=_turn("?904C9???Z?2", "9").replace(f"/{_ANY}", "/34??????????"),
        moves="1.T9@b3:Z#b 2.T9@a1:3", says=("discard=Z999 ",),
    ),
    Script(
        "skyjo-2-column-by-turn", "a card turned up completes a column (K14)",
        start=_turn("4???4???(4)???", "2", "6"), moves="1.D6/a3:4#a",
        says=("discard=26444 ",),
    ),
    Script(
        "skyjo-2-column-of-least", "a column of -2 goes too, willing or not (K15)",
        start=_turn("Y???Y???????", "2", "Y"), moves="1.DY@a3:7#a", says=("discard=27YYY ",),
    ),
    Script(
        "skyjo-2-column-hidden", "a hidden third card completes nothing before it is open (K17)",
        start=_turn("5???(5)???????", "5"),
        moves="1.T5@a3:8 2.D?@a1:? 1.D3/a2:5#a",
    ),
    Script(
        "skyjo-2-column-ends", "the column of the last hidden card goes, and that ends it (K19)",
        start=_turn("61236234?345", "2", "6"),
        moves="1.D6@a3:8#a", says=("Seat 1 has no hidden card left",),
    ),
    Script(
        "skyjo-2-no-card-left", "no card is left: that ends it, with 0 points (K20)",
        start=_turn("3...3...?...", "3").replace(_ANY, _FULL),
        moves="1.T3@a3:7#a 2.T3@a1:1", says=("end opened", "score 0 "),
    ),
    Script(
        "skyjo-2-row", "four equal cards of a row (clear_rows)",
        start=_turn("????777?????", "7", more=" rules=clear_rows:true"), moves="1.T7@d2:B#2",
        says=("discard=B7777 ",),
    ),
    Script(
        "skyjo-2-row-and-column", "a row and a column that one card completes go together",
        start=_turn("?7??7?77?7??", "7", more=" rules=clear_rows:true"), moves="1.T7@b2:0#b#2",
        says=("discard=0777777 ", "grids=?.??....?.??/"),
    ),
    Script(
        "skyjo-2-row-broken", "a row of which a place is empty is no row any more",
        start=_turn("??.?77.???.?", "7", more=" rules=clear_rows:true"), moves="1.T7@d2:B",
        says=("discard=B ",),
    ),
    # The draw pile
    Script(
        "skyjo-2-new-pile", "all but the top of the discard pile make the new draw pile (K40)",
        start=_spent("(1)(2)(3)(4)567890AB/(1)(2)(3)(4)567890AB", "5"),
        dice="40", most=2, says=("N",),
    ),
    Script(
        "skyjo-2-new-pile-turn-one", "all of the discard pile, and one card of it is turned up",
        start=_spent(
            "(1)(2)(3)(4)567890AB/(1)(2)(3)(4)567890AB", "5", more=" rules=draw_exhausted:turn-one"
        ),
        dice="40", most=2, says=("N",),
    ),
    # The end
    Script(
        "skyjo-3-last-lap",
        "everybody else has one more turn; a second who opens everything changes nothing (K33)",
        start="skyjo grids=1111222233(3)3/12(3)45678(9)AB0/456789AB(6)C47 discard=5 "
        "stock=899* drawn=- turn=1 ender=- turns=40 round=1 totals=0,0,0",
        moves="1.D8/c3:3 2.T8@a1:1 3.D9/a3:6",
        says=("Seat 1 has no hidden card left", "end opened", "score 24 73 89"),
    ),
    Script(
        "skyjo-2-final-clear", "a column that the final flip completes goes (K22)",
        start=_last(_TEN, "310532Z0(3)462", discard="05"), moves="2.T5@d1:5",
        says=("score 10 19",),
    ),
    Script(
        "skyjo-2-final-stays", "a column that the final flip completes stays (K22)",
        start=_last(_TEN, "310532Z0(3)462", discard="05", more=" rules=final_clear:false"),
        moves="2.T5@d1:5", says=("score 10 28",),
    ),
    Script(
        "skyjo-2-final-two-columns", "two columns that the final flip completes go both (K23)",
        start=_last(_TEN, "(8)214(8)(2)04(8)(2)18", discard="05"), moves="2.T5@d1:4",
        says=("score 10 19",),
    ),
    Script(
        "skyjo-2-final-row-and-column",
        "a row and a column that the final flip completes go both, tested before any goes",
        start=_last(_TEN, "(8)888(8)214(8)217", discard="05", more=" rules=clear_rows:true"),
        moves="2.T5@d2:4", says=("score 10 18",),
    ),
    Script(
        "skyjo-3-ender-tied", "the ender is not alone the lowest: doubled (K25, K46)",
        start=_last(_TEN, _TWENTY_FOUR, _TEN_LAST, discard="00"), moves="3.T0@a3:0",
        says=("score 20 24 10",),
    ),
    Script(
        "skyjo-3-ender-tied-spared", "the ender is lowest with another: not doubled (K46)",
        start=_last(
            _TEN, _TWENTY_FOUR, _TEN_LAST, discard="00",
            more=" rules=ender_penalty:double-unless-tied",
        ),
        moves="3.T0@a3:0", says=("score 10 24 10",),
    ),
    Script(
        "skyjo-3-ender-beaten", "somebody is lower than the ender: doubled even so (K46)",
        start=_last(
            _TEN, _TWENTY_FOUR, _NINE_LAST, discard="00",
            more=" rules=ender_penalty:double-unless-tied",
        ),
        moves="3.T0@a3:0", says=("score 20 24 9",),
    ),
    Script(
        "skyjo-3-ender-no-penalty", "nothing is doubled",
        start=_last(_TEN, _TWENTY_FOUR, _NINE_LAST, discard="00", more=" rules=ender_penalty:none"),
        moves="3.T0@a3:0", says=("score 10 24 9",),
    ),
    Script(
        "skyjo-2-ender-below-zero", "points of zero and less are not doubled (K28)",
        start=_last("Y...Z...Z...", "Y...(Y)...Z...", discard="0Z"), moves="2.TZ@a3:Z",
        says=("score -4 -5",),
    ),
    Script(
        "skyjo-2-ender-zero", "zero is not doubled (K27)",
        start=_last("1...Z...0...", "Y...(Z)...0...", discard="00"), moves="2.T0@a3:0",
        says=("score 0 -3",),
    ),
    Script(
        "skyjo-2-final-clear-decides", "the comparison comes after the removals (K30)",
        start=_last("4...1...0...", "41014Z00(4)21Z", discard="51"), moves="2.T1@b1:1",
        says=("score 10 3",),
    ),
    Script(
        "skyjo-2-final-stays-decides", "the comparison without removals (K31)",
        start=_last(
            "4...1...0...", "41014Z00(4)21Z", discard="51", more=" rules=final_clear:false"
        ),
        moves="2.T1@b1:1", says=("score 5 15",),
    ),
    # Limits of turns
    Script(
        "skyjo-2-limit", "the limit of turns: the final flip, and nobody is doubled",
        start=f"skyjo grids={_SPARE}/{_SPARE} discard=5 stock=* drawn=- turn=1 ender=- turns=49 "
        "round=1 totals=0,0 rules=turn_limit:50",
        moves="1.T5@b1:2", says=("end limit",),
    ),
    Script(
        "skyjo-3-limit-in-last-lap", "the limit in the last lap: the ender is not doubled",
        start=f"skyjo grids={_TEN}/{_SPARE}/{_SPARE} discard=5 stock=* drawn=- turn=2 ender=1 "
        "turns=49 round=1 totals=0,0,0 rules=turn_limit:50",
        moves="2.T5@b1:2", says=("end limit", "score 10 "),
    ),
    Script(
        "skyjo-2-limit-and-end", "a real end on the last turn wins over the limit",
        start=_last(_TEN, _NINE_LAST, discard="00", more=" rules=turn_limit:50").replace(
            "turns=40", "turns=49"
        ),
        moves="2.T0@a3:0", says=("end opened", "score 20 9"),
    ),
    Script(
        "skyjo-2-limit-1000", "a round ends after 1000 turns where nothing else is said",
        start=f"skyjo grids={_SPARE}/{_SPARE} discard=5 stock=* drawn=- turn=1 ender=- turns=999 "
        "round=1 totals=0,0",
        moves="1.T5@b1:2", says=("end limit",),
    ),
    Script(
        "skyjo-2-limit-none", "without a limit it goes on",
        start=f"skyjo grids={_SPARE}/{_SPARE} discard=5 stock=* drawn=- turn=1 ender=- turns=5000 "
        "round=1 totals=0,0 rules=turn_limit:none",
        moves="1.T5@b1:2", says=("turns=5001", "unfinished"),
    ),
    # The end of the match
    Script(
        "skyjo-2-at-99", "a total of 99 is not 100 (K34)",
        start=_last("9...0...0...", _TWENTY_THREE_LAST, discard="00", totals="90,17"),
        past=(Round((90, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 99 40", "the match goes on"),
    ),
    Script(
        "skyjo-2-at-100", "a total of 100 ends the match (K34)",
        start=_last("A...0...0...", _TWENTY_THREE_LAST, discard="00", totals="90,17"),
        past=(Round((90, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 100 40", "won by 2"),
    ),
    Script(
        "skyjo-2-doubled-over", "doubled points end the match (K36)",
        start=_last("6...0...0...", "5...(1)...0...", discard="00", totals="90,17"),
        past=(Round((90, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 102 23", "won by 2"),
    ),
    Script(
        "skyjo-3-shared", "the lowest totals are equal, and share the win (K38)",
        start=_last(
            "A...1...0...", "7...1...0...", "6...(2)...0...", discard="00", totals="83,25,25"
        ),
        past=(Round((83, 25, 25), "opened", 0, 0),), moves="3.T0@a3:0",
        says=("total 105 33 33", "won by 2 3"),
    ),
    Script(
        "skyjo-2-score-limit", "another limit of points",
        start=_last("A...0...0...", _TWENTY_THREE_LAST, discard="00", totals="20,17",
                    more=" rules=score_limit:40"),
        past=(Round((20, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 30 40", "won by 1"),
    ),
    Script(
        "skyjo-2-rounds", "a number of rounds lifts the limit of points",
        start=_last("A...0...0...", _TWENTY_THREE_LAST, discard="00", totals="150,17",
                    more=" rules=rounds:3"),
        past=(Round((150, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 160 40", "the match goes on"),
    ),
    Script(
        "skyjo-2-rounds-over", "the last of so many rounds",
        start=_last("A...0...0...", _TWENTY_THREE_LAST, discard="00", totals="150,17",
                    more=" rules=rounds:2"),
        past=(Round((150, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 160 40", "won by 2"),
    ),
    Script(
        "skyjo-2-rounds-and-limit", "rounds and a limit of points: whichever comes first",
        start=_last("A...0...0...", _TWENTY_THREE_LAST, discard="00", totals="70,17",
                    more=" rules=score_limit:80,rounds:5"),
        past=(Round((70, 17), "opened", 0, 0),), moves="2.T0@a3:0",
        says=("total 80 40", "won by 2"),
    ),
)  # fmt: skip
