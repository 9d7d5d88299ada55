"""The playthroughs of SCOUT. The numbers S… are those of the rules' list of positions."""

from __future__ import annotations

from games.game import Round
from tests.playthroughs.script import Script

_UNANSWERED = (
    "scout hands=121314/1516171819232425/262728293435363738 table=5657 owner=1 turn=3 scouts=1 "
    "won=4,6,3 tokens=4,0,1 show=111 actions=20 round=1 totals=0,0,0"
)
_THREE_CARDS = (
    "scout hands=3445561728/1213/1415/1819 table=- owner=- turn=1 scouts=0 won=0,0,0,0 "
    "tokens=0,0,0,0 show=1111 actions=0 round=1 totals=0,0,0,0"
)
_LATE = (
    "scout hands=1718/12133536/677829 table=344556 owner=1 turn=2 scouts=0 won=0,0,0 "
    "tokens=0,0,0 show=000 actions={} round=1 totals=0,0,0"
)
_TO_SHOW = (
    "scout hands=727375{}/{} table=- owner=- turn=1 scouts=0 won=0,0 tokens=3,{} actions=4 round=1 "
    "totals=0,0"
)
_ANSWER = (
    "scout hands=3435/12131415 table=6162 owner=1 turn=2 scouts=0 won=2,1 tokens=2,3 actions=49 "
    "round=1 totals=0,0"
)
_LAST_SET = (
    "scout hands=7273121518/143658294T6T table=- owner=- turn=1 scouts=0 won=5,4 tokens=2,0 "
    "actions=30 round=1 totals=0,0"
)

SCOUT = (
    # Numbers of players, whole rounds and matches
    Script(
        "scout-2-three-rounds",
        "three rounds instead of two; the second deals the 22 cards that the first left, the "
        "third shuffles all; the starter alternates",
        2, {"rounds": "3"}, dice="1", rounds=3, seed="1",
    ),
    Script("scout-3-match", "a match of three rounds", 3, dice="3", rounds=3, seed="3"),
    Script("scout-4-round", "a round of four", 4, dice="4", seed="4"),
    Script(
        "scout-5-web", "the preset web, and a match of one round", 5, {"rounds": "1"}, "web",
        dice="5", seed="5",
    ),
    # Setup
    Script(
        "scout-3-holder", "the holder of 1/2 starts", 3, seed="7", moves="1.K 2.K 3.K",
    ),
    Script(
        "scout-2-no-holder", "nobody holds 1/2, so the starter is drawn", 2, seed="3",
        moves="1.K 2.F", says=("starts",),
    ),
    Script(
        "scout-4-starter-random", "the starter of the first round is drawn", 4,
        {"first_starter": "random"}, seed="8", moves="1.K 2.F 3.K 4.F", says=("starts",),
    ),
    Script(
        "scout-5-starter-seat", "seat 4 starts the first round", 5, {"first_starter": "4"},
        seed="9", moves="1.K 2.F 3.K 4.F 5.K", says=("turn=4 ",),
    ),
    Script(
        "scout-4-second-round", "the seat after the last starter starts", 4, seed="8",
        past=(Round((3, 1, -2, 0), "unbeaten", 3),), moves="1.K 2.K 3.K 4.K", says=("turn=1 ",),
    ),
    Script(
        "scout-3-flip-swap", "flipping swaps the numbers of each card (S18)", 3, seed="7",
        moves="1.F 2.K 3.F",
    ),
    Script(
        "scout-3-flip-rotate", "flipping turns the hand around, so it reads in reverse (S18)", 3,
        {"flip": "rotate"}, seed="7", moves="1.F 2.K 3.F",
    ),
    # Turns of three and more
    Script(
        "scout-3-single-scouted",
        "a scouted single leaves nothing, so the next must Show; two Scouts with a Show between "
        "end nothing (S21, S31)",
        start="scout hands=5217/6869/143839 table=- owner=- turn=1 scouts=0 won=0,0,0 "
        "tokens=0,0,0 show=111 actions=0 round=1 totals=0,0,0",
        moves="1.S1:5 2.L52@1 3.S1:1 1.L14@2 2.S2:66", says=(
            "3.S1:1  of 4: S1:1 S2:3 S2:33 S3:3", "2.S2:66  of 5: S1:5 S1:56 S2:6 S2:66 S3:6",
        ),
    ),
    Script(
        "scout-4-count-begins-anew",
        "a Show begins the count of Scouts anew; three in a row after it end the round (S34)",
        start="scout hands=3417/1213/5657585918/1516 table=- owner=- turn=1 scouts=0 "
        "won=0,0,0,0 tokens=0,0,0,0 show=1111 actions=0 round=1 totals=0,0,0,0",
        moves="1.S1:3 2.L34@1 3.S1:5555 4.L56@1 1.R59@2 2.L57@1",
        says=("end unbeaten", "score -1 -4 3 -3"),
    ),
    Script(
        "scout-4-scout-and-show",
        "a Scout & Show captures what the Scout has left, and the owner gets a token (S26)",
        start="scout hands=1213/935264T5/1415/1619 table=7182 owner=1 turn=2 scouts=0 "
        "won=0,0,0,0 tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0",
        moves="2.R82@1+S1:89", says=("won=0,1,0,0", "tokens=1,0,0,0", "show=1011"),
    ),
    Script(
        "scout-4-scout-and-show-alone",
        "a Scout & Show that takes the only card captures nothing, and may show another (S29)",
        start="scout hands=1314/127348/1516/1718 table=T6 owner=1 turn=2 scouts=0 won=0,0,0,0 "
        "tokens=0,0,0,0 show=1111 actions=1 round=1 totals=0,0,0,0",
        moves="2.LT6@4+S1:1", says=("won=0,0,0,0", "tokens=1,0,0,0"),
    ),
    Script(
        "scout-4-scout-and-show-empties", "a Scout & Show that empties the hand ends it (S38)",
        start="scout hands=1213/56/1415/1617 table=3445 owner=1 turn=2 scouts=0 won=0,0,0,0 "
        "tokens=0,0,0,0 show=1111 actions=5 round=1 totals=0,0,0,0",
        moves="2.R45@1+S1:45", says=("end emptied", "score -1 1 -2 -2"),
    ),
    # Ends of three and more
    Script(
        "scout-4-emptied", "a Show that empties the hand; nobody is exempt (S41)",
        start="scout hands=12131415/56/161718192324252627/282935363738 table=34 owner=1 turn=2 "
        "scouts=0 won=7,4,2,0 tokens=3,1,0,4 show=0000 actions=40 round=1 totals=0,0,0,0",
        moves="2.S1:5", says=("end emptied", "score 6 6 -7 -2"),
    ),
    Script(
        "scout-3-unbeaten", "the owner of an unbeaten Show does not pay for the hand (S42)",
        start=_UNANSWERED, moves="3.L56@1", says=("end unbeaten", "score 9 -2 -6"),
    ),
    Script(
        "scout-3-unbeaten-pays", "the owner of an unbeaten Show pays for the hand (S42)",
        start=f"{_UNANSWERED} rules=exempt:emptied", moves="3.L56@1",
        says=("end unbeaten", "score 6 -2 -6"),
    ),
    Script(
        "scout-4-scouted-empty", "every opponent scouts one of three cards: the end (S58)",
        start=_THREE_CARDS, moves="1.S1:345 2.L34@1 3.R56@1 4.L45@2",
        says=("end unbeaten", "score 3 -3 -3 -3"),
    ),
    Script(
        "scout-4-scouted-empty-continue",
        "every opponent scouts one of three cards: the owner shows again (S58)",
        start=f"{_THREE_CARDS} rules=all_scouted_empty:continue",
        moves="1.S1:345 2.L34@1 3.R56@1 4.L45@2 1.S1:12",
        says=("1.S1:12  of 3: S1:1 S1:12 S2:2", "end emptied", "score 3 -3 -3 -3"),
    ),
    Script(
        "scout-3-limit", "the limit of actions: nobody is exempt",
        start=f"{_LATE} rules=turn_limit:50".format(48), moves="2.L34@1 3.S1:67",
        says=("end limit", "score -1 -5 1"),
    ),
    Script(
        "scout-3-limit-and-end", "a real end on the last action wins over the limit",
        start=f"{_LATE} rules=turn_limit:50".format(48), moves="2.L34@1 3.R56@1",
        says=("end unbeaten", "score 2 -5 -4"),
    ),
    Script(
        "scout-3-limit-1000", "a round ends after 1000 actions where nothing else is said",
        start=_LATE.format(999), moves="2.L34@1", says=("end limit", "score -1 -5 -3"),
    ),
    Script(
        "scout-3-limit-none", "without a limit it goes on", moves="2.L34@1 3.S1:67",
        start=f"{_LATE} rules=turn_limit:none".format(5000), says=("actions=5002", "unfinished"),
    ),
    # Two players
    Script(
        "scout-2-unanswered", "a set that cannot be answered ends the round at once (S47)",
        start=_TO_SHOW.format("12", "14365829", 0), moves="1.S1:777",
        says=("end unbeaten", "score 3 -4"),
    ),
    Script(
        "scout-2-scouts-and-shows", "who has a token left goes on, and may find a Show (S48)",
        start=_TO_SHOW.format("12", "14365829", 1), moves="1.S1:777 2.L27@2 2.S1:123",
        says=("turn=2 scouts=1", "won=0,2"),
    ),
    Script(
        "scout-2-scouts-in-vain", "no Show and no token after a Scout: the end (S49)",
        start=_TO_SHOW.format("12", "149648T1", 1), moves="1.S1:777 2.L72@1",
        says=("end unbeaten", "score 3 -5"),
    ),
    Script(
        "scout-2-three-scouts", "three Scouts of free will, and then there is no Show (S56)",
        start="scout hands=3435/12131415 table=768394T2 owner=1 turn=2 scouts=0 won=0,0 "
        "tokens=3,3 actions=4 round=1 totals=0,0",
        moves="2.L76@2 2.L83@4 2.L94@6", says=("end unbeaten", "score 3 -7"),
    ),
    Script(
        "scout-2-table-emptied", "when Scouts have emptied the table any Show goes",
        start="scout hands=3435/12131415 table=6162 owner=1 turn=2 scouts=0 won=0,0 tokens=3,3 "
        "actions=4 round=1 totals=0,0",
        moves="2.L61@1 2.L62@1 2.S3:1", says=("table=- owner=1 turn=2 scouts=2", "won=0,0"),
    ),
    Script(
        "scout-2-emptied", "a Show that empties the hand",
        start="scout hands=3435/76 table=61 owner=1 turn=2 scouts=0 won=3,2 tokens=1,2 actions=20 "
        "round=1 totals=0,0",
        moves="2.S1:7", says=("end emptied", "score 2 5"),
    ),
    Script(
        "scout-2-token-to-centre", "a Scout costs an own token, and the owner gets nothing (S46)",
        start=_ANSWER, moves="2.L61@1 2.S2:1111", says=("won=2,1 tokens=2,2", "won=2,2"),
    ),
    Script(
        "scout-2-token-to-owner", "a Scout costs an own token, and the owner gets a point (S46)",
        start=f"{_ANSWER} rules=scout_token_to:owner", moves="2.L61@1 2.S2:1111",
        says=("won=3,1 tokens=2,2", "won=3,2"),
    ),
    Script(
        "scout-2-unspent-score", "tokens not spent count (S52)", start=_LAST_SET,
        moves="1.S1:77", says=("end unbeaten", "score 7 -2"),
    ),
    Script(
        "scout-2-unspent-ignore", "tokens not spent do not count", moves="1.S1:77",
        start=f"{_LAST_SET} rules=unspent_tokens:ignore", says=("end unbeaten", "score 5 -2"),
    ),
    Script(
        "scout-2-unbeaten-pays", "the owner of the unanswered Show pays too (S52)",
        start=f"{_LAST_SET} rules=exempt:emptied", moves="1.S1:77",
        says=("end unbeaten", "score 4 -2"),
    ),
    Script(
        "scout-2-stop", "a player stops although a Show is possible",
        start=f"{_ANSWER} rules=voluntary_stop:true", moves="2.P",
        says=("end stopped", "score 4 0"),
    ),
    Script(
        "scout-2-stop-after-scout", "a player stops after a Scout, and everybody pays",
        start=f"{_ANSWER} rules=exempt:emptied,voluntary_stop:true", moves="2.L61@1 2.P",
        says=("end stopped", "score 2 -2"),
    ),
    Script(
        "scout-2-limit", "the limit of actions: each Scout is one, unspent tokens count",
        start=f"{_ANSWER} rules=turn_limit:50", moves="2.L61@1",
        says=("end limit", "score 2 -2"),
    ),
)  # fmt: skip
