/** The verifier in the browser: published sums, whole battles, and files that it must refuse. */

import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { BadBattle, verifyBattle } from "../../../replays_app/static/replays_app/fairness/battle_verifier.js";
import { checkFaces, fairBlocks } from "../../../replays_app/static/replays_app/fairness/faces.js";
import { hmac, sha256 } from "../../../replays_app/static/replays_app/fairness/sha256.js";

/** @param {string} name */
const sample = (name) => readFileSync(new URL(`../../engine/log/data/${name}`, import.meta.url), "utf8");
const FAIR = "battle-ds-dice-1.jsonl";

test("hashes are those of node, at every length around a block", () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const data = Uint8Array.from({ length: size }, (_, i) => (7 * i + size) % 256);
    const key = data.slice(0, 32);
    assert.equal(Buffer.from(sha256(data)).toString("hex"), createHash("sha256").update(data).digest("hex"));
    assert.equal(
      Buffer.from(hmac(key, data)).toString("hex"),
      createHmac("sha256", key).update(data).digest("hex"),
    );
  }
});

test("F-1: the faces of the published vector follow from its seeds", () => {
  const seed = "f72a8b7aedbb765e39ca0a07fdaf021b46a8f2d650475b02c4b1761e645c28fb";
  const mix = "eeae4308b23c9de99f4d96f798ecd8e3524deaa57a1d67a5672848aa7511c40a";
  const id = "00112233445566778899aabbccddeeff";
  const message = Buffer.concat([
    Buffer.from("darkseas/dice/1/key\0"),
    Buffer.from(id, "hex"),
    Buffer.from("\0\x03pub\0\0\0\x01"),
    Buffer.from(mix, "hex"),
  ]);
  const blocks = fairBlocks(Buffer.from(seed, "hex"), message, "gunnery/bismarck/a/1>hood", 20);
  checkFaces([9, 19, 5, 17, 5, 15, 11, 14, 17, 7, 2, 9], 20, blocks);
  assert.throws(() => checkFaces([9, 18], 20, blocks), /die 2 should show 19/);
});

test("whole battles are sound, every die derived", () => {
  assert.deepEqual(verifyBattle(sample(FAIR)).rolls, { house: 10, table: 0, closed: 0 });
  assert.deepEqual(verifyBattle(sample("battle-sha256-1.jsonl")).rolls, { house: 14, table: 0, closed: 0 });
  assert.deepEqual(verifyBattle(sample("battle-table.jsonl")).rolls, { house: 12, table: 2, closed: 0 });
});

test("a byte order mark and CRLF, which editors add, are ignored", () => {
  for (const name of [FAIR, "battle-sha256-1.jsonl", "battle-table.jsonl"]) {
    const resaved = `\uFEFF${sample(name).replaceAll("\n", "\r\n")}`;
    assert.deepEqual(verifyBattle(resaved), verifyBattle(sample(name)));
  }
});

test("a changed file is refused at its line", () => {
  const lines = sample(FAIR).split("\n");
  for (const [line, changed] of lines.entries()) {
    if (!changed) continue;
    const place = Math.floor(changed.length / 2);
    const other = changed[place] === "0" ? "1" : "0";
    const spoilt = changed.slice(0, place) + other + changed.slice(place + 1);
    const text = lines.map((kept, at) => (at === line ? spoilt : kept)).join("\n");
    assert.throws(
      () => verifyBattle(text),
      (why) => why instanceof BadBattle && why.line === line + 1,
    );
  }
});

test("what is no battle file is refused", () => {
  const text = sample(FAIR);
  for (const other of [
    "",
    "\n",
    "{}\n",
    `\uFEFF\uFEFF${text}`,
    `${text}\n`,
    text.slice(0, -1),
    text.replace("\n", "\r\r\n"),
  ])
    assert.throws(() => verifyBattle(other), BadBattle);
});
