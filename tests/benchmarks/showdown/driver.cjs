// Pokemon Showdown's side of the comparison, driven over standard input, one line a question:
//   "fight N"   random players fight N battles;
//   "replay N"  N battles that were fought before are decided again from seed and choices.
// The answer is one line of JSON: battles, choices, log lines, and the seconds that this thread had of a
// processor (its compiler and collector threads are not counted, which is in Showdown's favour).
"use strict";
const fs = require("fs");
const readline = require("readline");
const {createRequire} = require("module");

const fetch = createRequire(process.argv[2] + "/");
const {Battle, BattleStream, getPlayerStreams} = fetch("pokemon-showdown");
const {RandomPlayerAI} = fetch("pokemon-showdown/dist/sim/tools/random-player-ai");

const FORMAT = "gen9randombattle";
const fought = [];
let seeds = 0;

function cpuSeconds() {
  const stat = fs.readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8");
  return Number(stat.split(" ")[0]) / 1e9;
}

function seed() {
  seeds += 1;
  return `sodium,${seeds.toString(16).padStart(64, "0")}`;
}

async function fightOne() {
  const stream = new BattleStream();
  const streams = getPlayerStreams(stream);
  for (const side of ["p1", "p2"]) void new RandomPlayerAI(streams[side], {seed: seed()}).start();
  const start = {formatid: FORMAT, seed: seed()};
  const team = name => JSON.stringify({name, seed: seed()});
  void streams.omniscient.write(
    `>start ${JSON.stringify(start)}\n>player p1 ${team("red")}\n>player p2 ${team("blue")}`);
  for await (const part of streams.omniscient) void part;
  const {inputLog, log} = stream.battle;
  return {inputLog: [...inputLog], lines: log.length, choices: inputLog.filter(isChoice).length};
}

function isChoice(line) {
  return line.startsWith(">p1 ") || line.startsWith(">p2 ");
}

function replayOne({inputLog}) {
  let battle = null;
  for (const line of inputLog) {
    const [word, ...more] = line.slice(1).split(" ");
    const rest = more.join(" ");
    if (word === "start") {
      battle = new Battle(JSON.parse(rest));
    } else if (word === "player") {
      battle.setPlayer(rest.slice(0, 2), JSON.parse(rest.slice(3)));
    } else if (isChoice(line)) {
      battle.choose(word, rest);
    }
  }
  return battle.log.length;
}

async function fight(count) {
  const made = [];
  const before = cpuSeconds();
  for (let battle = 0; battle < count; battle++) made.push(await fightOne());
  const seconds = cpuSeconds() - before;
  fought.push(...made);
  fought.splice(0, Math.max(0, fought.length - 100));
  return {seconds, battles: count, choices: sum(made, "choices"), lines: sum(made, "lines")};
}

function replay(count) {
  const chosen = fought.slice(0, count);
  const before = cpuSeconds();
  const lines = chosen.map(replayOne);
  const seconds = cpuSeconds() - before;
  if (chosen.some((battle, place) => battle.lines !== lines[place])) throw new Error("a replay differs");
  return {seconds, battles: chosen.length, choices: sum(chosen, "choices"), lines: sum(chosen, "lines")};
}

function sum(battles, what) {
  return battles.reduce((total, battle) => total + battle[what], 0);
}

async function main() {
  for await (const line of readline.createInterface({input: process.stdin})) {
    const [what, count] = line.split(" ");
    const answer = what === "fight" ? await fight(Number(count)) : replay(Number(count));
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
}

main();
