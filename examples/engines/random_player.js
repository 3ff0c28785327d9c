#!/usr/bin/env node
// A player that makes random legal moves, for Node: the whole protocol on one page, no package.
//
// Copy this page to begin an engine of your own. It has the boards, captures for the two games
// that have them, a function for each command of the protocol, and the loop that reads commands
// and writes answers. A player that does better than chance changes `choose` only.

"use strict";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const GO_LETTERS = LETTERS.replace("I", ""); // Go players skip the I

// The lengths of the rows of a hexagon with sides top, slant, top, slant, ...
function hexagon(top, slant) {
  const rows = [];
  const longest = top + slant - 1;
  for (let length = top; length <= longest; length++) rows.push(length);
  for (let length = longest - 1; length >= slant; length--) rows.push(length);
  return rows;
}

// The at most three neighbours of a point of Hex Go, and the four of a point of Go.
const honeycomb = (c, r) => [[c, r - 1], [c, r + 1], [(c + r) % 2 === 0 ? c + 1 : c - 1, r]];
const grid = (c, r) => [[c, r - 1], [c, r + 1], [c - 1, r], [c + 1, r]];

const times = (count, value) => Array(count).fill(value);

// A board is an alphabet, and for each of its letters how many points have that letter (`points`).
// `lines` gives the neighbours of a point, for the games with captures.
const GAMES = {
  "square-grid-hex": { size: [13], points: (n) => times(n, n), letters: GO_LETTERS, pie: "replace" },
  "grand-hex": { size: [10], points: (n) => times(n, n) },
  "hex-go": { size: [20, 19], points: (columns, rows) => times(columns, rows), lines: honeycomb },
  "box-hex": {
    size: [3, 5, 4],
    points: (a, b, height) => [...hexagon(a, b), ...times(height, 3 * (a + b - 2))],
  },
  "hex-hex-y": { size: [8], points: (n) => hexagon(n, n) },
  hex: { size: [11], points: (n) => times(n, n), pie: "swap-sides" },
  go: { size: [9], points: (n) => times(n, n), letters: GO_LETTERS, lines: grid },
};

// Name a column or row: A to Z, then AA, AB, ...
function letter(index, letters) {
  const before = Math.floor(index / letters.length);
  return (before ? letter(before - 1, letters) : "") + letters[index % letters.length];
}

// Thrown by a command to answer `? message`.
class Failure extends Error {}

// Mulberry32: a generator that can be seeded, which Math.random cannot.
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// Read a colour: `black`, `b`, `white` or `w`, in any case.
function colorWord(text) {
  const color = ["black", "white"].find((word) => [word, word[0]].includes(text.toLowerCase()));
  if (!color) throw new Failure("syntax error");
  return color;
}

// A board that any moves can be made on, and a chooser of random ones.
class RandomPlayer {
  constructor(random) {
    this.random = random;
    this.setGame("go"); // what a controller means that never says `set_game`
    // Each command with the number of its arguments, or the least and the most.
    this.commands = {
      protocol_version: [[0, 0], () => "2"],
      name: [[0, 0], () => "Random (Node)"],
      version: [[0, 0], () => "1"],
      list_commands: [[0, 0], () => Object.keys(this.commands).join("\n")],
      known_command: [[1, 1], (name) => String(Object.hasOwn(this.commands, name))],
      quit: [[0, 0], () => ""],
      list_games: [[0, 0], () => Object.keys(GAMES).join("\n")],
      set_game: [[1, 1], (game) => this.setGame(game)],
      boardsize: [[1, 3], (...sizes) => this.setSize(sizes)],
      clear_board: [[0, 0], () => this.clear()],
      komi: [[1, 1], () => ""],
      set_rule: [[2, 2], (name, value) => this.setRule(name, value)],
      play: [[2, 2], (color, move) => this.play(color, move)],
      genmove: [[1, 1], (color) => this.genmove(color)],
      final_status_list: [[1, 1], () => ""], // nothing is dead
      time_settings: [[3, 3], () => ""], // chance needs no time
      time_left: [[3, 3], () => ""],
    };
  }

  // Choose a move: a point, a swap, a pass, or `resign` when there is none.
  choose(color) {
    const maySwap = this.pie !== "none" && color === "white" && this.history.length === 1;
    if (maySwap && this.random() < 0.5) return this.pie === "replace" ? "swap" : "swap-sides";
    const vacant = this.shuffled([...this.neighbors.keys()].filter((p) => !this.stones.has(p)));
    if (!this.game.lines) return vacant[0] ?? "resign";
    // Chance alone can go on capturing to and fro for very long.
    if (this.history.length > 3 * this.neighbors.size) return "pass";
    return vacant.find((point) => this.isWorthPlaying(color, point)) ?? "pass";
  }

  shuffled(points) {
    for (let last = points.length - 1; last > 0; last--) {
      const other = Math.floor(this.random() * (last + 1));
      [points[last], points[other]] = [points[other], points[last]];
    }
    return points;
  }

  // Say whether a move is legal, and fills no eye: otherwise games of Go do not end.
  isWorthPlaying(color, point) {
    const stones = this.after(color, point);
    const isEye = this.neighbors.get(point).every((near) => this.stones.get(near) === color);
    const isSuicide = !stones.has(point);
    // A stone that has just captured may not be captured at once, and no position may come
    // back. That is stricter than any one of the ko rules, so legal under all of them.
    const isKo = this.freshCaptor !== "" && !stones.has(this.freshCaptor);
    return !(isEye || isSuicide || isKo || this.seen.has(this.picture(stones)));
  }

  // Return who stands where after a stone is placed and others are captured.
  after(color, point) {
    const stones = new Map(this.stones).set(point, color);
    const isOpponent = (near) => stones.has(near) && stones.get(near) !== color;
    // The own chain last: captures may have freed it.
    for (const first of [...this.neighbors.get(point).filter(isOpponent), point]) {
      for (const stone of this.capturedChain(first, stones)) stones.delete(stone);
    }
    return stones;
  }

  // Return the chain that a stone belongs to if it has no liberty, else nothing.
  capturedChain(first, stones) {
    if (!this.game.lines || !stones.has(first)) return [];
    const chain = new Set([first]);
    for (const stone of chain) { // which grows meanwhile
      for (const near of this.neighbors.get(stone)) {
        if (!stones.has(near)) return [];
        if (stones.get(near) === stones.get(first)) chain.add(near);
      }
    }
    return chain;
  }

  // A text that is the same for the same stones.
  picture(stones) {
    return [...stones].map(([point, color]) => point + color[0]).sort().join(" ");
  }

  // Make a move; it is believed to be legal.
  make(color, move) {
    this.history.push(move);
    this.seen.add(this.picture(this.stones));
    this.freshCaptor = "";
    const before = this.stones.size;
    if (move === "swap") { // the black stone becomes a white one
      for (const point of this.stones.keys()) this.stones.set(point, "white");
    } else if (this.neighbors.has(move)) {
      this.stones = this.after(color, move);
      if (this.stones.size <= before) this.freshCaptor = move;
    }
  }

  // The commands that take more than a line.

  setGame(game) {
    if (!Object.hasOwn(GAMES, game)) throw new Failure("unknown game");
    this.game = GAMES[game];
    this.pie = this.game.pie ?? "none";
    this.setSize(this.game.size.map(String));
  }

  // Build the board: the neighbours of each point, by name.
  setSize(sizes) {
    const isSize = (size) => /^[0-9]{1,2}$/.test(size) && Number(size) >= 1 && Number(size) <= 52;
    if (sizes.length !== this.game.size.length || !sizes.every(isSize)) {
      throw new Failure("unacceptable size");
    }
    const names = new Map();
    this.game.points(...sizes.map(Number)).forEach((count, column) => {
      for (let row = 0; row < count; row++) {
        const name = `${letter(column, this.game.letters ?? LETTERS)}${row + 1}`;
        names.set(`${column},${row}`, name);
      }
    });
    const lines = this.game.lines ?? (() => []);
    this.neighbors = new Map();
    for (const [spot, name] of names) {
      const near = lines(...spot.split(",").map(Number)).map((other) => names.get(other.join()));
      this.neighbors.set(name, near.filter(Boolean));
    }
    this.clear();
  }

  clear() {
    this.stones = new Map(); // who stands where: C4 => black, ...
    this.history = [];
    this.seen = new Set(); // pictures of the positions so far
    this.freshCaptor = ""; // the stone that captured on the last move, if it did
  }

  // Obey the pie rule; we play so that all ko rules are obeyed.
  setRule(name, value) {
    if (name === "pie") this.pie = value;
    else if (name !== "ko") throw new Failure("unknown rule");
  }

  // Make somebody's move.
  play(color, move) {
    const point = move.toUpperCase();
    const special = move.toLowerCase();
    if (this.neighbors.has(point) && !this.stones.has(point)) this.make(colorWord(color), point);
    else if (["pass", "swap", "swap-sides"].includes(special)) this.make(colorWord(color), special);
    else throw new Failure("illegal move");
  }

  // Choose a move, make it and say it.
  genmove(color) {
    const move = this.choose(colorWord(color));
    if (move !== "resign") this.make(colorWord(color), move);
    return move;
  }

  // Obey one command, and return what to say after `=` or `?`, with that sign.
  answer(name, words) {
    if (!Object.hasOwn(this.commands, name)) return "? unknown command";
    const [[least, most], command] = this.commands[name];
    if (words.length < least || words.length > most) return "? syntax error";
    try {
      return `= ${command(...words) ?? ""}`;
    } catch (error) {
      if (error instanceof Failure) return `? ${error.message}`;
      throw error;
    }
  }
}

// Answer commands until `quit`: `7 genmove b` with `=7 E5` and an empty line.
function main() {
  const place = process.argv.indexOf("--seed");
  const seed = place < 0 ? Date.now() : Number(process.argv[place + 1]);
  const player = new RandomPlayer(generator(seed));
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    const lines = (rest + text).split("\n"); // only LF ends a line
    rest = lines.pop();
    for (const line of lines) {
      const clean = line.replace(/#.*/s, "").replace(/\t/g, " ").replace(/[^ -~]/g, "");
      const words = clean.split(" ").filter(Boolean);
      const id = /^[0-9]+$/.test(words[0] ?? "") ? words.shift() : "";
      if (!words.length) continue;
      const reply = player.answer(words[0], words.slice(1));
      process.stdout.write(`${reply[0]}${id}${reply.slice(1)}\n\n`);
      if (words[0] === "quit") process.exit(0);
    }
  });
}

main();
