// The toy as a game of boardgame.io. Reads "TASK SECONDS" lines, answers each with the rate in moves a second.
"use strict";
const { readFileSync } = require("fs");
const { createInterface } = require("readline");
const { Client } = require("boardgame.io/client");
const { INVALID_MOVE } = require("boardgame.io/core");

const told = JSON.parse(readFileSync(`${process.argv[2]}/toy.json`, "utf8"));
const PAWNS = 16;

const Toy = {
  name: "toy",
  disableUndo: true,
  setup: () => ({
    turn: 0,
    round: 0,
    active: 0,
    placed: 0,
    last: null,
    players: told.seats.map((seat) => ({
      seat,
      bag: Object.fromEntries(told.kinds.map((kind) => [kind, told.counters])),
      hand: [],
      moves: 0,
    })),
    board: told.spaces.map((space) => ({ ...space, occupant: null, visits: 0 })),
    deck: [...told.deck],
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, number) => {
      const player = G.players[+playerID];
      const space = G.board[number];
      if (space.occupant !== null || player.bag[space.cost_kind] < space.cost) return INVALID_MOVE;
      player.bag[space.cost_kind] -= space.cost;
      space.occupant = player.seat;
      space.visits += 1;
      player.moves += 1;
      G.placed += 1;
      G.last = space.id;
      player.bag[space.gain_kind] += space.gain;
      if (space.draws && G.deck.length) player.hand.push(G.deck.shift());
      G.turn += 1;
      G.active = (G.active + 1) % told.seats.length;
      if (G.placed === PAWNS) {
        G.round += 1;
        G.placed = 0;
        for (const other of G.board) other.occupant = null;
      }
    },
  },
};

function play() {
  const client = Client({ game: Toy, numPlayers: told.seats.length, debug: false });
  client.start();
  let state;
  for (const number of told.moves) {
    client.moves.place(number);
    state = client.getState();
  }
  return { client, state };
}

const played = play();

function replay() {
  let state = played.client.initialState;
  for (const { action, automatic } of played.client.log) {
    if (!automatic) state = played.client.reducer(state, action);
  }
  return state;
}

// What both sides must agree on before anything is timed.
function ending(G) {
  const seats = G.players.map(({ seat, bag, hand, moves }) => [seat, Object.values(bag), hand, moves]);
  return JSON.stringify([G.turn, G.round, G.placed, G.last, seats, G.board.map((space) => [space.occupant, space.visits])]);
}

const tasks = { play, replay };
for (const [name, state] of [["play", played.state], ["replay", replay()]]) {
  if (ending(state.G) !== JSON.stringify(told.ending)) throw new Error(`${name} ends in another state`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const [name, seconds] = line.split(" ");
  const start = process.hrtime.bigint();
  const used = process.cpuUsage();
  let calls = 0;
  let wall;
  do {
    tasks[name]();
    calls += 1;
    wall = Number(process.hrtime.bigint() - start) / 1e9;
  } while (wall < +seconds);
  const { user, system } = process.cpuUsage(used);
  const moves = calls * told.moves.length;
  console.log(JSON.stringify({ wall: moves / wall, cpu: moves / ((user + system) / 1e6) }));
});
