/**
 * Sends waiting entries one after the other: each is recorded once, and one that needs a person stops the
 * rest.
 */

import { needing } from "./throws.js";
import { Refusal } from "../../darkseas/kit/api.js";

/** @typedef {import("./throws.js").Entry} Entry */
/**
 * How sending ends: all recorded; connection lost; the first entry needs dice; or the site refused it.
 * @typedef {{end: "done" | "lost" | "dice", refusal?: undefined} | {end: "refused", refusal: Refusal}}
 *   Outcome
 */

/**
 * @param {import("./outbox.js").Outbox} outbox
 * @param {Pick<import("./table_api.js").TableApi, "forms" | "nextThrow" | "give">} api
 * @param {() => void} changed  called when an entry is recorded
 * @returns {Promise<Outcome>}
 */
export async function sendInOrder(outbox, api, changed) {
  while (outbox.waiting.length) {
    try {
      const entry = await ready(outbox.waiting[0], outbox, api);
      if (!entry) return { end: "dice" };
      await api.give(entry);
      outbox.drop();
      changed();
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault;
      if (fault.isPassing) return { end: "lost" };
      return { end: "refused", refusal: fault };
    }
  }
  return { end: "done" };
}

/**
 * Completes an entry with everything the site needs; null if dice are missing. It is saved before it is sent,
 * so that a retry after a lost connection is the same request.
 * @param {Entry} first @param {import("./outbox.js").Outbox} outbox
 * @param {Pick<import("./table_api.js").TableApi, "forms" | "nextThrow">} api @returns {Promise<Entry |
 *   null>}
 */
async function ready(first, outbox, api) {
  let entry = first;
  if (entry.expected === null) {
    entry = { ...entry, expected: (await api.forms(entry.seat)).length };
    outbox.change(entry);
  }
  if (entry.kind === "ruling" || entry.isReady) return entry;
  for (;;) {
    const count = entry.throws.length;
    entry = needing(entry, await api.nextThrow(entry));
    if (entry.throws.length > count) continue;
    // With two secret orders, the second needs all dice: those entered with the first wait for it.
    if (!entry.needed && !count && entry.free.length && !entry.isCarried) {
      outbox.change(entry);
      entry = outbox.carryOn();
    }
    if (entry.needed || entry.free.length || entry.isUnsure) {
      outbox.change(entry);
      return null;
    }
    entry = { ...entry, isReady: true };
    outbox.change(entry);
    return entry;
  }
}
