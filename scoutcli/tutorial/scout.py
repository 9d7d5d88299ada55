"""SCOUT taught in eight lessons; the rule of each stands in scoutcli-scout(7)."""

from __future__ import annotations

from scoutcli.tutorial.course import Course, Lesson

FLIP = Lesson(
    "the hand",
    """
    Every card has two numbers; the upper one counts. The cards of your hand stay in the order
    in which you were dealt them, for the whole round: you never sort them.

    Once, before the round begins, you may flip the whole hand, so that the lower numbers become
    the upper ones. What counts are neighbours: equal numbers (a set), or numbers that go up or
    down one by one (a run).
    """,
    """
    scout hands=175797831425964262194831/????????????????????????/????????????????????????
    table=- owner=- turn=1 scouts=0 won=0,0,0 tokens=0,0,0 show=111 actions=0 round=1
    totals=0,0,0 chosen=-,-,- starter=1
    """,
    """
    Look at both rows of numbers. Keep the hand (K), or flip it (F)?
    """,
    (("F",),),
    """
    as it lies, hardly two neighbours fit. Read the lower numbers: 7 7 7, then 3 4 5 6. Flip it:
    F
    """,
    """
    Now the hand begins with a set of three and a run of four. The others have chosen in secret,
    at the same time.
    """,
    then=("2.K", "3.F"),
)

SHOW = Lesson(
    "the first Show",
    """
    You start. With nothing on the table you may Show any single card, set or run, as it lies in
    your hand. It becomes the active set, which the next player has to beat.

    A Show is written S, the position of its first card, a colon and the numbers: S1:777. The
    short forms 777 and 1-3 mean the same.
    """,
    """
    scout hands=717579384152692426918413/????????????????????????/????????????????????????
    table=- owner=- turn=1 scouts=0 won=0,0,0 tokens=0,0,0 show=111 actions=0 round=1
    totals=0,0,0
    """,
    """
    Show as many cards as you can at once.
    """,
    (("S4:3456",),),
    """
    more cards are harder to beat. There is a run of four from position 4 on: S4:3456
    """,
    """
    Four cards are out of your hand, and only a set of four, a higher run of four, or more cards
    beat them. The gap closes: the cards beside it are neighbours now.
    """,
)

BEAT = Lesson(
    "beating the active set",
    """
    More cards beat fewer. Of as many cards a set beats a run. Of two sets, or two runs, the one
    with the higher smallest number wins. A tie does not beat.

    Whoever beats the active set captures its cards: a point for each.
    """,
    """
    scout hands=3538718419/????????????????/?????????????? table=5264 owner=3 turn=1 scouts=0
    won=1,2,2 tokens=1,0,2 show=111 actions=9 round=1 totals=0,0,0
    """,
    """
    Bob has shown the run 5 6. You can beat it with two cards, even in two ways.
    """,
    (("S1:33", "S3:78"),),
    """
    two cards are needed: the set 3 3, or the higher run 7 8
    """,
    """
    3 3 beats 5 6, because a set beats a run of as many cards; 7 8 does, because its smallest
    number is higher. Either captures two cards, which are two points.
    """,
)

SCOUT = Lesson(
    "Scout",
    """
    If you cannot beat the active set, or do not want to, you Scout: take the card at its left
    or right end, and put it anywhere into your hand. That is your whole turn.

    It is written L or R for the end, the card as it will stand, and its new position: L82@2
    takes the left card, as an 8, and makes it your second card. The owner of the set gets a
    Scout token for it, which is a point.
    """,
    """
    scout hands=71492753/????????/???????????? table=828586 owner=3 turn=1 scouts=0 won=4,3,5
    tokens=1,2,1 show=111 actions=14 round=1 totals=0,0,0
    """,
    """
    Nothing here beats 8 8 8. Scout the left card, as an 8, and put it beside your 7.
    """,
    (("L82@2", "L82@1"),),
    """
    take the left end and join 7 and 8: L82@2
    """,
    """
    7 and 8 are neighbours now, which makes them a run of two. Bob has a token, but his set has
    only two cards left.
    """,
)

TURN = Lesson(
    "the other way up",
    """
    A card that you scout may be turned: whichever number you want comes up. After that it stays
    as it is.
    """,
    """
    scout hands=385271/??????????/???????? table=9496 owner=3 turn=1 scouts=0 won=4,4,3
    tokens=2,1,2 show=111 actions=17 round=1 totals=0,0,0
    """,
    """
    Your hand is 3 5 7. Which card at the ends of the active set makes it better?
    """,
    (("L49@2",),),
    """
    the left card is 9/4. Turned, it is a 4, which fits between 3 and 5: L49@2
    """,
    """
    3 4 5: one card scouted, a run of three made.
    """,
)

BOTH = Lesson(
    "Scout & Show",
    """
    Once in a round you may do both in one turn: Scout, and then Show at once. The Show has to
    beat what is left of the active set after the Scout, and captures only that.

    It is written with a plus. The positions of the Show count the card that you have just
    taken: R62@2+S1:66.
    """,
    """
    scout hands=67813829/??????????/???????? table=435162 owner=3 turn=1 scouts=0 won=3,4,2
    tokens=1,1,2 show=111 actions=12 round=1 totals=0,0,0
    """,
    """
    The run 4 5 6 cannot be beaten by anything in your hand. But take its 6, and Show a pair.
    """,
    (("R62@2+S1:66", "R62@1+S1:66"),),
    """
    take the right card beside your 6, then Show 6 6, which beats the 4 5 that is left:
    R62@2+S1:66
    """,
    """
    You captured two cards, and are rid of two. That was your one Scout & Show of this round;
    the next round gives you another one.
    """,
)

UNBEATEN = Lesson(
    "the end of a round: unbeaten",
    """
    A round ends when all the others, one after the other, only scout after your Show: nobody
    could beat it. Everybody then loses a point for each card still in hand; only the owner of
    the unbeaten set does not.
    """,
    """
    scout hands=81868429171237/??????????/???????? table=2536 owner=3 turn=1 scouts=0 won=3,5,4
    tokens=2,1,2 show=011 actions=19 round=1 totals=0,0,0
    """,
    """
    Show what nobody is likely to beat.
    """,
    (("S1:888",),),
    """
    three eights at the left end of your hand: S1:888
    """,
    """
    Both scouted, so the round is over. You have captured 5 cards and got 4 tokens: 9 points;
    the four cards in your hand cost you nothing. The others pay for theirs.
    """,
    then=("2.L81@1", "3.R84@1"),
)

EMPTY = Lesson(
    "the end of a round: the empty hand",
    """
    A round also ends at once when somebody Shows the last cards of the hand. Points are
    captured cards and tokens, less the cards in hand; the winner of a round is not asked for,
    the points of all rounds count. There are as many rounds as players.
    """,
    """
    scout hands=5758/????/?????? table=93 owner=3 turn=1 scouts=0 won=6,5,4 tokens=3,1,2
    show=000 actions=24 round=3 totals=4,6,-1
    """,
    """
    End the round.
    """,
    (("S1:55",),),
    """
    both cards go at once, and two beat one: S1:55
    """,
    """
    7 captured and 3 tokens: 10 points, and nothing to pay.
    """,
)

COURSE = Course(
    "scout",
    ("Ann", "Bob"),
    """
    SCOUT is a game of getting rid of cards that you may not sort. Ann and Bob sit on your left.
    Each lesson is a moment of its own; it does not go on where the one before ended.
    """,
    (FLIP, SHOW, BEAT, SCOUT, TURN, BOTH, UNBEATEN, EMPTY),
    """
    You know the game now. With two players it is a little different: see scoutcli rules scout.

    A match against two bots, with a tutor who warns you: scoutcli play scout -p 3 --tutor
    """,
)
