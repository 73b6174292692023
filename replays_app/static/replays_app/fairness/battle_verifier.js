/**
 * Checks a battle file in the browser: canonical lines, hashes up to the head, every die from its seed. The
 * counterpart of `verify_battle.py`, written from the same specification and sharing no code with it.
 */

import { bySide, bytesOfNumber, canonical, hexOf, need, packed, tag, unhex, utf8 } from "./encoding.js";
import { checkFaces, fairBlocks, needRoll, seededBlocks } from "./faces.js";
import { hmac, joined, sha256 } from "./sha256.js";

const LINE = /^\{"entry":(\{.*\}),"leaf":"([0-9a-f]{64})","link":"([0-9a-f]{64})","salt":"([0-9a-f]{32})"\}$/;
const FIELDS = "audience given_by kind payload seq shape step";
/** Whether a record has its own field of that name; inherited names are neither sides nor scopes. */
const has = Object.hasOwn;
const SCHEMES = ["ds-dice-1", "sha256-1", "table"];
const [MOST_BYTES, DEPTH] = [2 ** 20, 32];

/** Payloads of entries; each field is checked before it is used. */
/** @typedef {{scheme: string, seed_hash?: string, turns: number, anchors: Record<string, string>}} Scheme */
/** @typedef {{battle: string, dice: Scheme, seats: Record<string, string>,
 *   scenario: {sides?: {key: string}[]}}} Began */
/** @typedef {{side: string, commit: string, seed: string, nonce: string}} OfSide */
/** @typedef {{mixes: string[], seeds: Record<string, string>}} TurnOpened */
/**
 * @typedef {{purpose: string, sides: number, faces: number[], turn: number, origin?: string,
 *   scope?: string}} Roll
 */
/** @typedef {{house: number, table: number, closed: number}} Rolls */
/** @typedef {{seq: number, roll: Roll, number: number, mix: Uint8Array}} Thrown */

/** Why a file is refused, and at which line. */
export class BadBattle extends Error {
  /** @param {number} line @param {string} why */
  constructor(line, why) {
    super(`line ${line}: ${why}`);
    this.line = line;
  }
}

/** A battle as far as it has been read. */
class Battle {
  seq = -1;
  /** @type {Uint8Array} */
  head = new Uint8Array(32);
  /** @type {Uint8Array} */
  id = new Uint8Array(16);
  /** @type {Scheme} */
  dice = { scheme: "", turns: 0, anchors: {} };
  isFair = false;
  /** @type {Record<string, string>} */
  nonces = {};
  /** @type {Record<string, string>} */
  commits = {};
  /** @type {Record<string, string>} */
  clients = {};
  /** @type {Map<string, number>} */
  counts = new Map();
  /** @type {Set<string>} */
  thrown = new Set();
  /** @type {string[]} */
  fresh = [];
  /** Open seeds, each with the entry that opened it. @type {Map<string, {seq: number, seed: Uint8Array}>} */
  seeds = new Map();
  /** @type {Thrown[]} */
  rolled = [];
  /** @type {Set<string>} */
  kinds = new Set();

  /** @param {string} text @param {string} leaf @param {string} link @param {string} salt */
  checkEntry(text, leaf, link, salt) {
    const entry = JSON.parse(text);
    const data = utf8.encode(text);
    need(canonical(entry, DEPTH) === text && data.length <= MOST_BYTES, "not in canonical form");
    need(Object.keys(entry).join(" ") === FIELDS, "not the fields of an entry");
    const { kind, payload, seq } = entry;
    need(typeof kind === "string" && payload?.constructor === Object, "not what an entry holds");
    need(seq === this.seq && (kind === "battle_began") === (seq === 0), "out of sequence");
    const hashed = sha256(joined(utf8.encode("darkseas/leaf/1\0"), unhex(salt, 16), data));
    need(hexOf(hashed) === leaf, "the leaf does not fit");
    const before = joined(utf8.encode("darkseas/link/1\0"), this.head, bytesOfNumber(seq, 8));
    this.head = sha256(joined(before, hashed));
    need(hexOf(this.head) === link, "the link does not fit");
    READERS.get(kind)?.(this, payload);
    this.kinds.add(kind);
  }

  /** @param {Began} it */
  began(it) {
    this.id = unhex(it.battle, 16);
    this.dice = it.dice;
    need(SCHEMES.includes(it.dice.scheme), "unknown scheme of dice");
    this.isFair = it.dice.scheme === "ds-dice-1";
    if (!this.isFair) return;
    const named = (it.scenario.sides ?? []).map((side) => side.key);
    const sides = named.length ? named : Object.keys(it.seats).filter((seat) => seat !== "umpire");
    this.nonces = Object.fromEntries(sides.map((side) => [side, ""]));
    const scopes = ["pub", "ump", ...sides.map((side) => `side:${side}`)].sort();
    const anchored = [...new Set([...Object.keys(it.dice.anchors), "ump"])].sort();
    need(anchored.join() === scopes.join(), "not the anchors of all scopes");
    const hasTurns = Number.isInteger(it.dice.turns) && it.dice.turns >= 1 && it.dice.turns <= 2 ** 16;
    need(hasTurns && sides.length > 0, "bad turns, or no side");
  }

  /** @param {OfSide} it */
  committed(it) {
    need(has(this.nonces, it.side) && !has(this.commits, it.side), "a seed committed twice, or by no side");
    this.commits[it.side] = it.commit;
  }

  /** @param {OfSide} it */
  clientOpened(it) {
    const ready = Object.keys(this.commits).length === Object.keys(this.nonces).length;
    need(ready && has(this.commits, it.side) && !has(this.clients, it.side), "a seed opened early or twice");
    const hashed = sha256(packed(tag("client"), this.id, `side:${it.side}`, unhex(it.seed, 0, 32)));
    need(hexOf(hashed) === this.commits[it.side], "a side's seed is not what it committed to");
    this.clients[it.side] = it.seed;
  }

  /** @param {OfSide} it */
  ordered(it) {
    this.thrown = new Set();
    if (!("nonce" in it)) return;
    need(has(this.nonces, it.side) && unhex(it.nonce, 32), "a nonce from no side");
    this.nonces[it.side] = it.nonce;
  }

  /** The mix S of a seed's number, with the nonces so far. @param {number} number */
  mixOf(number) {
    const scopes = Object.keys(this.dice.anchors).sort();
    const anchors = scopes.flatMap((scope) => [scope, unhex(this.dice.anchors[scope], 32)]);
    const clients = bySide(this.clients);
    const mix = sha256(packed(tag("mix"), this.id, this.dice.turns, ...anchors, clients, ""));
    return sha256(packed(tag("turn"), this.id, number, mix, bySide(this.nonces)));
  }

  /** @param {Roll} it */
  diceRolled(it) {
    const [scope, thrown] = [it.scope ?? "pub", { seq: this.seq, roll: it, number: 0 }];
    if (!this.isFair || (it.origin ?? "house") !== "house") {
      this.rolled.push({ ...thrown, mix: new Uint8Array() });
      return;
    }
    const ready = Object.keys(this.clients).length === Object.keys(this.nonces).length;
    need(ready, "dice before every side's seed is open");
    const isNew = !this.thrown.has(scope);
    const number = (this.counts.get(scope) ?? 0) + Number(isNew);
    const mix = this.mixOf(number);
    if (isNew && scope === "pub") this.fresh.push(hexOf(mix));
    this.counts.set(scope, number);
    this.thrown.add(scope);
    this.rolled.push({ ...thrown, number, mix });
  }

  /** @param {TurnOpened} it */
  turnOpened(it) {
    const isDue = this.fresh.length > 0 && canonical(it.mixes, 1) === canonical(this.fresh, 1);
    need(isDue && Object.keys(it.seeds).join() === "pub", "not what seeds and nonces give");
    this.openChain("pub", this.counts.get("pub") ?? 0, unhex(it.seeds.pub, 32));
    this.fresh = [];
  }

  /** @param {OfSide} it */
  seedOpened(it) {
    const seed = unhex(it.seed, 32);
    const hashed = sha256(joined(utf8.encode("darkseas/sha256-1/seed\0"), seed));
    need(hexOf(hashed) === this.dice.seed_hash, "the seed does not fit its hash");
    if (!this.seeds.has("root")) this.seeds.set("root", { seq: this.seq, seed });
    for (const scope of Object.keys(this.dice.anchors ?? {})) {
      this.openChain(scope, this.dice.turns, hmac(seed, packed(tag("end"), this.id, scope)));
    }
  }

  /** @param {string} scope @param {number} number @param {Uint8Array} seed */
  openChain(scope, number, seed) {
    for (let at = number; at > 0; at -= 1) {
      const name = `${scope} ${at}`;
      if (!this.seeds.has(name)) this.seeds.set(name, { seq: this.seq, seed });
      seed = sha256(packed(tag("chain"), this.id, scope, at, seed));
    }
    need(hexOf(seed) === this.dice.anchors[scope], "a seed does not lead to the anchor of its scope");
  }

  /** Who rolled: "house" if the faces follow from a revealed seed. @param {Thrown} thrown */
  checkRoll({ seq, roll, number, mix }) {
    this.seq = seq;
    const { purpose, sides, faces, turn, origin = "house", scope = "pub", ...rest } = roll;
    needRoll(roll, scope);
    need(Object.keys(rest).length === 0 && Number.isInteger(turn), "no roll");
    const isTable = this.dice.scheme === "table";
    if (origin === "table" && isTable) return "table";
    need(origin === "house" && (!isTable || "seed_hash" in this.dice), "dice of wrong origin");
    const open = this.seeds.get(this.isFair ? `${scope} ${number}` : "root");
    const known = !this.isFair || (has(this.dice.anchors, scope) && number <= this.dice.turns);
    need(known && !(open && open.seq <= seq), "unknown scope, or thrown after its seed was opened");
    const place = `${scope} ${purpose}`;
    const asked = this.counts.get(place) ?? 0;
    this.counts.set(place, asked + 1);
    if (!open) return "closed";
    const blocks = this.isFair
      ? fairBlocks(open.seed, packed(tag("key"), this.id, scope, number, mix), purpose, sides)
      : seededBlocks(open.seed, scope, purpose, asked, sides);
    checkFaces(faces, sides, blocks);
    return "house";
  }
}

/**
 * Whether everything is present that a proof needs: the end, and the seed of each die rolled by the site.
 * @param {Battle} battle @param {Rolls} rolls
 */
function isWhole(battle, rolls) {
  const hasEnded = battle.kinds.has("battle_ended") || battle.kinds.has("battle_aborted");
  return hasEnded && rolls.closed === 0;
}

/** @type {Map<string, (battle: Battle, payload: any) => void>} */
const READERS = new Map([
  ["battle_began", (battle, it) => battle.began(it)],
  ["client_seed_committed", (battle, it) => battle.committed(it)],
  ["client_seed_opened", (battle, it) => battle.clientOpened(it)],
  ["order_given", (battle, it) => battle.ordered(it)],
  ["dice_rolled", (battle, it) => battle.diceRolled(it)],
  ["turn_opened", (battle, it) => battle.turnOpened(it)],
  ["seed_opened", (battle, it) => battle.seedOpened(it)],
]);

/**
 * Returns what a battle file proves; BadBattle names the first wrong line. An incomplete file proves nothing
 * about the missing part.
 * @param {string} text
 * @returns {{battle: string, entries: number, head: string, rolls: Rolls, isWhole: boolean}}
 */
export function verifyBattle(text) {
  const battle = new Battle();
  /** @type {Rolls} */
  const rolls = { house: 0, table: 0, closed: 0 };
  try {
    const [header, ...lines] = text
      .replace(/^\uFEFF/, "")
      .replaceAll("\r\n", "\n")
      .split("\n");
    need(lines.length > 1 && lines.pop() === "", "no entries, or no newline at the end");
    for (const line of lines) {
      battle.seq += 1;
      const parts = LINE.exec(line);
      need(parts, "no entry with leaf, link and salt in canonical form");
      battle.checkEntry(parts[1], parts[2], parts[3], parts[4]);
    }
    battle.seq = -1;
    const [id, head, entries] = [hexOf(battle.id), hexOf(battle.head), lines.length];
    const format = { canon: "ds-json-1", format: "darkseas-battle/1", hash: "sha-256" };
    need(header === canonical({ ...format, battle: id, entries, head }, 1), "the header does not fit");
    for (const thrown of battle.rolled) rolls[battle.checkRoll(thrown)] += 1;
    return { battle: id, entries, head, rolls, isWhole: isWhole(battle, rolls) };
  } catch (why) {
    throw new BadBattle(battle.seq + 2, why instanceof Error ? why.message : String(why));
  }
}
