#!/usr/bin/env node
// A small bot for SCOUT and SKYJO in JavaScript. README.md says how it plays.
"use strict";

let you, top, drawn; // the own seat; SKYJO: the top of the discard pile, the card drawn
let grid = {}; // SKYJO: the points of the own open cards, by their places

function value(card) {
  return card === "T" ? 10 : "YZ0123456789ABC".indexOf(card) - 2;
}

function worth(move) {
  const shown = move.length - move.indexOf(":");
  if (move[0] === "S") return 200 + shown; // a Show: the more cards the better
  if (move.includes("+")) return 100 + shown; // a Scout & Show likewise, if nothing can be shown
  if ("LR".includes(move[0])) return value(move[1]); // a Scout: the number the card will have
  if (move.includes("@")) return grid[move.slice(-2)] ?? 5; // puts a card there; 5 if hidden
  return -9;
}

function choose(legal) {
  let best = legal[0]; // the first of those worth most
  for (const move of legal) if (worth(move) > worth(best)) best = move;
  if (best[0] === "T" && value(top) > 4) return "D";
  if (best[0] === "@" && value(drawn) >= worth(best)) return legal.find((move) => move[0] === "/");
  return best;
}

function hear(line) {
  const [command, ...words] = line.split(" ");
  const after = (word) => words[words.indexOf(word) + 1];
  if (command === "scoutbot") {
    console.log("id name small-javascript\nready scout skyjo");
  } else if (command === "match") {
    you = after("you");
  } else if (command === "round" && words.includes("up")) {
    grid = {};
    top = after("up");
  } else if (command === "did" && "TD".includes(words[1][0])) { // T7@b2:5, D7/b2:5, T7@b2:5#b
    const [, card, how, column, row, , other] = words[1];
    const [lies, out] = how === "@" ? [card, other] : [other, card];
    top = words[1].includes("#") ? lies : out; // a column that goes lies on top
    if (words[0] === you) grid[column + row] = value(lies);
  } else if (command === "did" && words[0] === you && words[1][0] === "O") { // Oa1:5b2:Z
    for (const at of [1, 5]) grid[words[1].slice(at, at + 2)] = value(words[1][at + 3]);
  } else if (command === "see") {
    drawn = words[0];
  } else if (command === "go") {
    console.log("play " + choose(words.slice(words.indexOf("legal") + 1)));
  } else if (command === "ping") {
    console.log("pong " + words.join(" "));
  } else if (command === "quit") {
    process.exit();
  }
}

require("readline").createInterface({ input: process.stdin }).on("line", hear);
