/* A player that makes random legal moves, in C: the page to copy for an engine in C.
 *
 *     cc -O2 -Wall -Wextra -o random_player_c random_player.c
 *     ./random_player_c --seed 7
 *
 * It plays the seven games that random_player.py plays, in the same way: the boards first,
 * then captures, then the choice of a move, the commands, and the loop which reads them. A
 * player that does better than chance changes `choose` only. C99 and its library.
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, BLACK, WHITE };                       /* who stands on a point */
enum { PASS = -1, SWAP = -2, SWAP_SIDES = -3, RESIGN = -4, NO_MOVE = -5 };
enum { MAX_SIDE = 52, MAX_LETTERS = 104, MAX_POINTS = 12000, MAX_WORDS = 16, MAX_LINE = 4096 };

/* ---- The boards: for each letter, how many points have that letter. ---- */

typedef struct {
    const char *name;
    void (*count_points)(const int *size);          /* sets `letters` and `points_of` */
    int sizes, default_size[3];
    const char *alphabet;
    int pie;                                        /* the swap move of the game, or NO_MOVE */
    int (*lines)(int column, int row, int (*near)[2]); /* neighbours, for games with captures */
} Game;

static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
static const char GO_LETTERS[] = "ABCDEFGHJKLMNOPQRSTUVWXYZ"; /* Go players skip the I */

static int letters, points_of[MAX_LETTERS], first_point[MAX_LETTERS + 1];

static void rectangle(int columns, int rows) {
    letters = 0;
    while (letters < columns) points_of[letters++] = rows;
}

/* A hexagon with sides top, slant, top, slant, ...: its rows grow, then shrink. */
static void hexagon(int top, int slant) {
    letters = 0;
    for (int row = 0; row < slant; row++) points_of[letters++] = top + row;
    for (int row = 1; row < top; row++) points_of[letters++] = top + slant - 1 - row;
}

static void count_square(const int *size) { rectangle(size[0], size[0]); }
static void count_rectangle(const int *size) { rectangle(size[0], size[1]); }
static void count_hexagon(const int *size) { hexagon(size[0], size[0]); }

static void count_box(const int *size) {
    hexagon(size[0], size[1]);
    for (int ring = 0; ring < size[2] && letters < MAX_LETTERS; ring++)
        points_of[letters++] = 3 * (size[0] + size[1] - 2);
}

static int grid_lines(int column, int row, int (*near)[2]) {
    static const int step[4][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
    for (int i = 0; i < 4; i++) {
        near[i][0] = column + step[i][0];
        near[i][1] = row + step[i][1];
    }
    return 4;
}

static int honeycomb_lines(int column, int row, int (*near)[2]) {
    near[0][0] = column, near[0][1] = row - 1;
    near[1][0] = column, near[1][1] = row + 1;
    near[2][0] = (column + row) % 2 == 0 ? column + 1 : column - 1, near[2][1] = row;
    return 3;
}

static const Game GAMES[] = {
    {"square-grid-hex", count_square, 1, {13, 0, 0}, GO_LETTERS, SWAP, NULL},
    {"grand-hex", count_square, 1, {10, 0, 0}, LETTERS, NO_MOVE, NULL},
    {"hex-go", count_rectangle, 2, {20, 19, 0}, LETTERS, NO_MOVE, honeycomb_lines},
    {"box-hex", count_box, 3, {3, 5, 4}, LETTERS, NO_MOVE, NULL},
    {"hex-hex-y", count_hexagon, 1, {8, 0, 0}, LETTERS, NO_MOVE, NULL},
    {"hex", count_square, 1, {11, 0, 0}, LETTERS, SWAP_SIDES, NULL},
    {"go", count_square, 1, {9, 0, 0}, GO_LETTERS, NO_MOVE, grid_lines},
};
enum { GAME_COUNT = sizeof GAMES / sizeof *GAMES };

static const Game *game;
static int pie, points, neighbors[MAX_POINTS][4], neighbor_count[MAX_POINTS];

/* Name a column or row: A to Z, then AA, AB, ... */
static void write_letter(char *text, int index) {
    int base = (int)strlen(game->alphabet);
    if (index >= base) *text++ = game->alphabet[index / base - 1];
    *text++ = game->alphabet[index % base];
    *text = '\0';
}

static void write_point(char *text, int point) {
    int column = 0;
    while (first_point[column + 1] <= point) column++;
    write_letter(text, column);
    sprintf(text + strlen(text), "%d", point - first_point[column] + 1);
}

static int read_point(const char *text) {
    for (int column = 0; column < letters; column++) {
        char name[8];
        write_letter(name, column);
        size_t length = strlen(name);
        if (strncmp(text, name, length) != 0 || !isdigit((unsigned char)text[length])) continue;
        long row = strtol(text + length, NULL, 10);
        if (row < 1 || row > points_of[column]) return NO_MOVE;
        char proper[16]; /* refuses A01 and A1x */
        write_point(proper, first_point[column] + (int)row - 1);
        return strcmp(text, proper) == 0 ? first_point[column] + (int)row - 1 : NO_MOVE;
    }
    return NO_MOVE;
}

static void join_points(void) {
    for (int column = 0; column < letters; column++) {
        for (int row = 0; row < points_of[column]; row++) {
            int near[4][2], point = first_point[column] + row;
            int lines = game->lines ? game->lines(column, row, near) : 0;
            neighbor_count[point] = 0;
            for (int i = 0; i < lines; i++) {
                int c = near[i][0], r = near[i][1];
                if (c >= 0 && c < letters && r >= 0 && r < points_of[c])
                    neighbors[point][neighbor_count[point]++] = first_point[c] + r;
            }
        }
    }
}

/* ---- Chance: splitmix64. ---- */

static uint64_t seed;

static uint64_t random_bits(void) {
    uint64_t z = (seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* ---- Stones and captures. ---- */

static unsigned char stones[MAX_POINTS], board_after[MAX_POINTS];
static int moves, fresh_captor;      /* the stone that captured on the last move, or NO_MOVE */
static uint64_t stone_key[3][MAX_POINTS];
static uint64_t *history;            /* a key of the position before each move */
static int history_room;

/* Add up random numbers, one for each stone: equal positions have equal keys. */
static uint64_t key_of(const unsigned char *board) {
    uint64_t key = 0;
    for (int point = 0; point < points; point++)
        if (board[point]) key ^= stone_key[board[point]][point];
    return key;
}

/* Remove the chain of stones that `first` belongs to if it has no liberty; count them. */
static int capture(unsigned char *board, int first) {
    static int chain[MAX_POINTS];
    static unsigned char is_seen[MAX_POINTS];
    int length = 1, is_free = 0;
    if (!game->lines || board[first] == EMPTY) return 0;
    chain[0] = first;
    is_seen[first] = 1;
    for (int done = 0; done < length; done++) {
        for (int i = 0; i < neighbor_count[chain[done]]; i++) {
            int near = neighbors[chain[done]][i];
            if (board[near] == EMPTY) is_free = 1;
            if (board[near] == board[first] && !is_seen[near]) {
                is_seen[near] = 1;
                chain[length++] = near;
            }
        }
    }
    for (int i = 0; i < length; i++) {
        is_seen[chain[i]] = 0;
        if (!is_free) board[chain[i]] = EMPTY;
    }
    return is_free ? 0 : length;
}

/* Put into `board_after` who stands where after a stone is placed; count its captures. */
static int place(int color, int point) {
    int count = 0;
    memcpy(board_after, stones, (size_t)points);
    board_after[point] = (unsigned char)color;
    for (int i = 0; i < neighbor_count[point]; i++) {
        int near = neighbors[point][i];
        if (board_after[near] != color) count += capture(board_after, near);
    }
    capture(board_after, point); /* last: the captures may have freed it */
    return count;
}

static void make(int color, int move) {
    if (moves == history_room) {
        history_room = 2 * history_room + 64;
        history = realloc(history, (size_t)history_room * sizeof *history);
        if (!history) exit(1);
    }
    history[moves++] = key_of(stones);
    fresh_captor = NO_MOVE;
    if (move == SWAP) { /* the black stone becomes a white one */
        for (int point = 0; point < points; point++)
            if (stones[point]) stones[point] = WHITE;
    } else if (move >= 0) {
        if (place(color, move) > 0) fresh_captor = move;
        memcpy(stones, board_after, (size_t)points);
    }
}

/* ---- The choice of a move. ---- */

/* Say whether a move is legal, and fills no eye: otherwise games of Go do not end. */
static int is_worth_playing(int color, int point) {
    int own = 0;
    for (int i = 0; i < neighbor_count[point]; i++) own += stones[neighbors[point][i]] == color;
    if (own == neighbor_count[point]) return 0;
    place(color, point);
    if (board_after[point] == EMPTY) return 0; /* suicide */
    /* A stone that has just captured may not be captured at once, and no position may come
     * back. That is stricter than any one of the ko rules, so legal under all of them. */
    if (fresh_captor >= 0 && board_after[fresh_captor] == EMPTY) return 0;
    uint64_t key = key_of(board_after);
    for (int i = 0; i < moves; i++)
        if (history[i] == key) return 0;
    return 1;
}

static int choose(int color) {
    static int vacant[MAX_POINTS];
    int count = 0;
    if (pie != NO_MOVE && color == WHITE && moves == 1 && random_bits() % 2) return pie;
    if (game->lines && moves > 3 * points) return PASS; /* or captures go to and fro for long */
    for (int point = 0; point < points; point++)
        if (stones[point] == EMPTY) vacant[count++] = point;
    while (count > 0) {
        int i = (int)(random_bits() % (uint64_t)count), point = vacant[i];
        if (!game->lines || is_worth_playing(color, point)) return point;
        vacant[i] = vacant[--count];
    }
    return game->lines ? PASS : RESIGN;
}

/* ---- The commands. Each gets its arguments and answers once. ---- */

static char number[24]; /* the command's id, if it had one */

static void succeed(const char *text) { printf("=%s %s\n\n", number, text); }
static void fail(const char *text) { printf("?%s %s\n\n", number, text); }

static const struct { const char *word; int move; } SPECIAL[] = {
    {"pass", PASS}, {"swap", SWAP}, {"swap-sides", SWAP_SIDES}, {"resign", RESIGN},
};
enum { SPECIAL_COUNT = sizeof SPECIAL / sizeof *SPECIAL };

static int equal(const char *text, const char *word) { /* in any case */
    while (*text && tolower((unsigned char)*text) == *word) text++, word++;
    return *text == *word;
}

static int read_color(const char *text) {
    if (equal(text, "black") || equal(text, "b")) return BLACK;
    return equal(text, "white") || equal(text, "w") ? WHITE : EMPTY;
}

static void clear(void) {
    memset(stones, EMPTY, sizeof stones);
    moves = 0;
    fresh_captor = NO_MOVE;
}

static void set_size(const int *size) {
    game->count_points(size);
    points = 0;
    for (int column = 0; column < letters; column++) {
        first_point[column] = points;
        points += points_of[column];
    }
    first_point[letters] = points;
    join_points();
    clear();
}

static void choose_game(const Game *chosen) {
    game = chosen;
    pie = game->pie;
    set_size(game->default_size);
}

static void do_set_game(char **words, int count) {
    (void)count;
    for (int i = 0; i < GAME_COUNT; i++) {
        if (strcmp(words[0], GAMES[i].name) != 0) continue;
        choose_game(&GAMES[i]);
        succeed("");
        return;
    }
    fail("unknown game");
}

static void do_boardsize(char **words, int count) {
    int size[3] = {0, 0, 0}, is_good = count == game->sizes;
    for (int i = 0; i < count && is_good; i++) {
        size_t digits = strspn(words[i], "0123456789");
        size[i] = words[i][digits] == '\0' && digits <= 3 ? atoi(words[i]) : 0;
        is_good = size[i] >= 1 && size[i] <= MAX_SIDE;
    }
    /* The rows of a hexagon have letters, and so have the rings of a box. */
    if (is_good && size[0] + size[1] - 1 + size[2] <= MAX_LETTERS) {
        set_size(size);
        succeed("");
    } else {
        fail("unacceptable size");
    }
}

static void do_clear_board(char **words, int count) {
    (void)words, (void)count;
    clear();
    succeed("");
}

static void do_set_rule(char **words, int count) {
    (void)count;
    if (strcmp(words[0], "pie") == 0) {
        int is_swap = strcmp(words[1], "replace") == 0;
        int is_trade = strcmp(words[1], "swap-sides") == 0;
        pie = is_swap ? SWAP : is_trade ? SWAP_SIDES : NO_MOVE;
    } else if (strcmp(words[0], "ko") != 0) { /* all ko rules are obeyed */
        fail("unknown rule");
        return;
    }
    succeed("");
}

static void do_play(char **words, int count) {
    int color = read_color(words[0]), move = NO_MOVE;
    (void)count;
    for (int i = 0; i < SPECIAL_COUNT; i++)
        if (equal(words[1], SPECIAL[i].word)) move = SPECIAL[i].move;
    if (move == NO_MOVE) {
        for (char *c = words[1]; *c; c++) *c = (char)toupper((unsigned char)*c);
        move = read_point(words[1]);
    }
    if (color == EMPTY) {
        fail("syntax error");
    } else if (move == NO_MOVE || move == RESIGN || (move >= 0 && stones[move] != EMPTY)) {
        fail("illegal move");
    } else {
        make(color, move);
        succeed("");
    }
}

static void do_genmove(char **words, int count) {
    int color = read_color(words[0]);
    char text[16] = "";
    (void)count;
    if (color == EMPTY) {
        fail("syntax error");
        return;
    }
    int move = choose(color);
    if (move != RESIGN) make(color, move);
    if (move >= 0) write_point(text, move);
    for (int i = 0; i < SPECIAL_COUNT; i++)
        if (SPECIAL[i].move == move) strcpy(text, SPECIAL[i].word);
    succeed(text);
}

static void do_list_games(char **words, int count) {
    (void)words, (void)count;
    printf("=%s", number);
    for (int i = 0; i < GAME_COUNT; i++) printf("%s%s\n", i ? "" : " ", GAMES[i].name);
    printf("\n");
}

static void do_protocol_version(char **words, int count) { (void)words, (void)count, succeed("2"); }
static void do_name(char **words, int count) { (void)words, (void)count, succeed("Random C"); }
static void do_version(char **words, int count) { (void)words, (void)count, succeed("1"); }
static void do_nothing(char **words, int count) { (void)words, (void)count, succeed(""); }
static void do_list_commands(char **words, int count);
static void do_known_command(char **words, int count);

static const struct {
    const char *name;
    int least, most; /* arguments */
    void (*obey)(char **words, int count);
} COMMANDS[] = {
    {"protocol_version", 0, 0, do_protocol_version},
    {"name", 0, 0, do_name},
    {"version", 0, 0, do_version},
    {"list_commands", 0, 0, do_list_commands},
    {"known_command", 1, 1, do_known_command},
    {"quit", 0, 0, do_nothing},
    {"list_games", 0, 0, do_list_games},
    {"set_game", 1, 1, do_set_game},
    {"boardsize", 1, 3, do_boardsize},
    {"clear_board", 0, 0, do_clear_board},
    {"komi", 1, 1, do_nothing},
    {"set_rule", 2, 2, do_set_rule},
    {"play", 2, 2, do_play},
    {"genmove", 1, 1, do_genmove},
    {"final_status_list", 1, 1, do_nothing}, /* nothing is dead */
    {"time_settings", 3, 3, do_nothing},     /* chance needs no time */
    {"time_left", 3, 3, do_nothing},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

static int find_command(const char *name) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(name, COMMANDS[i].name) == 0) return i;
    return -1;
}

static void do_list_commands(char **words, int count) {
    (void)words, (void)count;
    printf("=%s", number);
    for (int i = 0; i < COMMAND_COUNT; i++) printf("%s%s\n", i ? "" : " ", COMMANDS[i].name);
    printf("\n");
}

static void do_known_command(char **words, int count) {
    (void)count;
    succeed(find_command(words[0]) < 0 ? "false" : "true");
}

/* ---- The loop. ---- */

/* Read a line without control characters and comment; 0 at the end of input. */
static int read_line(char *line) {
    int c, length = 0, is_comment = 0;
    while ((c = getchar()) != EOF && c != '\n') {
        is_comment |= c == '#';
        if (c == '\t') c = ' ';
        if (c >= ' ' && c <= '~' && !is_comment && length < MAX_LINE - 1) line[length++] = (char)c;
    }
    line[length] = '\0';
    return c != EOF;
}

static void obey(char **words, int count) {
    int command = count ? find_command(words[0]) : -1;
    if (command < 0) {
        fail("unknown command");
    } else if (count - 1 < COMMANDS[command].least || count - 1 > COMMANDS[command].most) {
        fail("syntax error");
    } else {
        COMMANDS[command].obey(words + 1, count - 1);
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    static char line[MAX_LINE];
    if (argc == 3 && strcmp(argv[1], "--seed") == 0) {
        seed = (uint64_t)strtoll(argv[2], NULL, 10);
    } else if (argc != 1) {
        fprintf(stderr, "usage: %s [--seed NUMBER]\n", argv[0]);
        return 2;
    }
    for (int color = BLACK; color <= WHITE; color++)
        for (int point = 0; point < MAX_POINTS; point++) stone_key[color][point] = random_bits();
    choose_game(&GAMES[GAME_COUNT - 1]); /* what a controller means that never says set_game */
    for (int is_over = 0; !is_over && read_line(line);) {
        char *words[MAX_WORDS];
        int count = 0;
        for (char *word = strtok(line, " "); word && count < MAX_WORDS; word = strtok(NULL, " "))
            words[count++] = word;
        int has_number = count && strspn(words[0], "0123456789") == strlen(words[0]);
        snprintf(number, sizeof number, "%s", has_number ? words[0] : "");
        if (count == has_number) continue;
        obey(words + has_number, count - has_number);
        is_over = strcmp(words[has_number], "quit") == 0;
    }
    return 0;
}
