/* A small bot for SCOUT and SKYJO in C99. README.md says how it plays. */
#include <stdio.h>
#include <string.h>

static char line[1 << 20]; /* of a longer one the rest is passed over */
static char you, top, drawn; /* the own seat; SKYJO: the top of the discard pile, the card drawn */
static signed char grid[4][3]; /* SKYJO: the points of the own cards; a hidden one counts 5 */

static signed char *at(const char *place) { return &grid[place[0] - 'a'][place[1] - '1']; }

static int value(char card) {
    return card == 'T' ? 10 : (int)strcspn("YZ0123456789ABC", (char[]){card, 0}) - 2;
}

static int worth(const char *move) {
    const char *shown = strchr(move, ':'), *place = strchr(move, '@');
    if (*move == 'S') return 200 + (int)strlen(shown); /* a Show: the more cards the better */
    if (shown) return 100 + (int)strlen(shown); /* a Scout & Show likewise, if none can be shown */
    if (*move == 'L' || *move == 'R') return value(move[1]); /* a Scout: the card's number then */
    return place ? *at(place + 1) : -9; /* a card in the place of another one */
}

static const char *choose(char *moves) {
    const char *best = "D", *turn = NULL;
    int most = -99;
    for (char *move = strtok(moves, " \n"); move; move = strtok(NULL, " \n")) {
        if (worth(move) > most) best = move, most = worth(move); /* the first of those worth most */
        if (*move == '/' && !turn) turn = move;
    }
    if (*best == 'T' && value(top) > 4) return "D";
    return *best == '@' && value(drawn) >= most ? turn : best;
}

static void did(int own, const char *move) { /* Oa1:5b2:Z, T7@b2:5, D7@b2:5, D7/b2:5, T7@b2:5#b */
    if (own && *move == 'O') {
        *at(move + 1) = value(move[4]);
        *at(move + 5) = value(move[8]);
    } else if (*move == 'T' || *move == 'D') {
        char lies = move[2] == '@' ? move[1] : move[6], out = move[2] == '@' ? move[6] : move[1];
        top = strchr(move, '#') ? lies : out; /* a column that goes lies on top */
        if (own) *at(move + 3) = value(lies);
    }
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        char seat, move[16], *up = strstr(line, " up ");
        if (!strncmp(line, "scoutbot", 8)) puts("id name small-c\nready scout skyjo");
        if (!strncmp(line, "match ", 6)) you = strstr(line, " you ")[5];
        if (!strncmp(line, "round ", 6)) memset(grid, 5, sizeof grid);
        if (!strncmp(line, "round ", 6) && up) top = up[4];
        if (sscanf(line, "did %c %15s", &seat, move) == 2) did(seat == you, move);
        sscanf(line, "see %c", &drawn);
        if (!strncmp(line, "go ", 3)) printf("play %s\n", choose(strstr(line, " legal ") + 7));
        if (!strncmp(line, "ping", 4)) printf("pong%s", line + 4);
        if (!strncmp(line, "quit", 4)) break;
        fflush(stdout); /* else the answer waits in a buffer */
    }
}
