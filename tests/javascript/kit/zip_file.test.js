/** The battle file comes out of the archive that it is handed out in, packed or not. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { BadZip, battleIn, isZip } from "../../../replays_app/static/replays_app/fairness/zip_file.js";

/** An archive of one file. @param {string} name @param {Buffer} content @param {boolean} isPacked */
function zipped(name, content, isPacked) {
  const [data, title] = [isPacked ? deflateRawSync(content) : content, Buffer.from(name)];
  const sizes = (/** @type {Buffer} */ head, /** @type {number} */ at) => {
    head.writeUInt16LE(isPacked ? 8 : 0, at - 10);
    head.writeUInt32LE(data.length, at);
    head.writeUInt32LE(content.length, at + 4);
    head.writeUInt16LE(title.length, at + 8);
  };
  const [local, entry, end] = [30, 46, 22].map((size) => Buffer.alloc(size));
  local.write("PK\x03\x04", "latin1");
  sizes(local, 18);
  entry.write("PK\x01\x02", "latin1");
  sizes(entry, 20);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(local.length + title.length + data.length, 16);
  const bytes = Buffer.concat([local, title, data, entry, title, end]);
  return new Uint8Array(bytes).buffer;
}

const LOG = Buffer.from('{"entry":{}}\n'.repeat(300));

for (const isPacked of [true, false])
  test(`a battle file that is ${isPacked ? "packed" : "stored"} is read`, async () => {
    const made = zipped("savo-1.jsonl", LOG, isPacked);
    assert.equal(isZip(made), true);
    assert.deepEqual(Buffer.from(await battleIn(made)), LOG);
  });

test("an archive without a battle, a damaged one and plain text give no battle", async () => {
  await assert.rejects(battleIn(zipped("READ-ME.txt", LOG, true)), BadZip);
  await assert.rejects(battleIn(zipped("savo-1.jsonl", LOG, true).slice(0, 90)), BadZip);
  assert.equal(isZip(new Uint8Array(LOG).buffer), false);
});
