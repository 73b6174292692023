/**
 * Faces from bytes by rejection sampling: the first byte below 256 - 256 mod sides gives 1 + byte mod sides.
 */

import { bytesOfNumber, need, packed, tag, utf8 } from "./encoding.js";
import { hmac, joined, sha256 } from "./sha256.js";

/**
 * Refuses an invalid roll: its purpose and scope, the number of sides, its faces.
 * @param {{purpose?: unknown, sides?: unknown, faces?: unknown}} roll @param {unknown} scope
 */
export function needRoll({ purpose, sides, faces }, scope) {
  const named = /^[a-z0-9._:/>-]{1,200} (pub|ump|side:[a-z0-9_-]{1,80})$/.test(`${purpose} ${scope}`);
  need(named && Array.isArray(faces) && typeof sides === "number" && Number.isInteger(sides), "no roll");
  need(sides >= 2 && sides <= 256 && faces.length >= 1 && faces.length <= 1000, "no dice");
  need(
    faces.every((face) => Number.isInteger(face) && face >= 1 && face <= sides),
    "no dice",
  );
}

/** @param {Uint8Array} seed @param {Uint8Array} message @param {string} purpose @param {number} sides */
export function fairBlocks(seed, message, purpose, sides) {
  const key = hmac(seed, message);
  const head = joined(packed(tag("draw"), purpose), bytesOfNumber(sides, 2));
  return (/** @type {Uint8Array} */ tail) => hmac(key, joined(head, tail));
}

/**
 * @param {Uint8Array} seed @param {string} scope @param {string} purpose @param {number} asked
 * @param {number} sides
 */
export function seededBlocks(seed, scope, purpose, asked, sides) {
  const stem = packed(utf8.encode("darkseas/sha256-1\0"), seed, scope, purpose, asked);
  const head = joined(stem, bytesOfNumber(sides, 2));
  return (/** @type {Uint8Array} */ tail) => sha256(joined(head, tail));
}

/** @param {number[]} faces @param {number} sides @param {(tail: Uint8Array) => Uint8Array} blocks */
export function checkFaces(faces, sides, blocks) {
  const limit = 256 - (256 % sides);
  faces.forEach((face, place) => {
    let byte;
    for (let block = 0; byte === undefined; block += 1) {
      byte = blocks(joined(bytesOfNumber(place, 2), bytesOfNumber(block, 4))).find((it) => it < limit);
    }
    need(face === 1 + (byte % sides), `die ${place + 1} should show ${1 + (byte % sides)}, not ${face}`);
  });
}
