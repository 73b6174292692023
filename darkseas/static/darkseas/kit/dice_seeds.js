/**
 * What a side puts into dice of ds-dice-1: a seed before the battle, a nonce with each order.
 *
 * Both come from the browser's own chance and lie in its storage until the site has taken them: so an order
 * that has to be sent again goes with the same nonce, and its dice fall as they would have fallen before.
 */

const SIZE = 32;
const TAG = "darkseas/dice/1/client\0";
/** What a side answers that puts in no seed, and one that cannot open its own. */
const NONE = "none";
const LOST = "lost";

/** @typedef {{getItem(name: string): string | null, setItem(name: string, value: string): void,
 *   removeItem(name: string): void}} Keeper  where seeds are kept: the browser's storage */
/** @typedef {{getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>,
 *   subtle?: {digest(name: string, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>}}} Chance */

/** @param {Uint8Array} bytes */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} hex */
function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** A keeper that forgets with the page, for browsers that let nothing be stored. @returns {Keeper} */
export function forgetfulKeeper() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  };
}

/** The browser's storage where it can be written to. @returns {Keeper} */
function usualKeeper() {
  try {
    localStorage.setItem("dice-seeds", "");
    localStorage.removeItem("dice-seeds");
    return localStorage;
  } catch {
    return forgetfulKeeper();
  }
}

/**
 * H("client", battle, LP(side), seed), in hex: what is shown of a seed before all are sealed.
 * @param {Chance} chance @param {string} battle @param {string} side @param {string} seed
 */
async function commitmentOf(chance, battle, side, seed) {
  const name = new TextEncoder().encode(`side:${side}`);
  const length = [name.length >> 8, name.length & 255];
  const parts = [...new TextEncoder().encode(TAG), ...bytesOf(battle), ...length, ...name, ...bytesOf(seed)];
  const digest = await chance.subtle?.digest("SHA-256", Uint8Array.from(parts));
  return digest ? hexOf(new Uint8Array(digest)) : NONE;
}

/**
 * The seeds of one side in one battle.
 * @param {string} battle  its id, in hex with or without hyphens @param {string} side
 * @param {{keeper?: Keeper, chance?: Chance}} [how]
 */
export function createDiceSeeds(battle, side, { keeper = usualKeeper(), chance = crypto } = {}) {
  const id = battle.replaceAll("-", "");
  /** @param {string} what */
  const place = (what) => `dice-seeds/${id}/${side}/${what}`;

  /** What lies there, made first where there is nothing. @param {string} what */
  function drawn(what) {
    const kept = keeper.getItem(place(what));
    if (kept) return kept;
    const made = hexOf(chance.getRandomValues(new Uint8Array(SIZE)));
    keeper.setItem(place(what), made);
    return made;
  }

  /** "none" where the browser cannot hash: pages without https may not. */
  async function commitment() {
    return chance.subtle ? commitmentOf(chance, id, side, drawn("seed")) : NONE;
  }
  const seed = () => keeper.getItem(place("seed")) ?? LOST;
  /** Whether the seed lies in this browser. */
  const hasSeed = () => seed() !== LOST;
  const nonce = () => drawn("nonce");

  /**
   * The blanks of an order and the nonce that goes with it; orders of seeds are filled in whole.
   * @param {string} order @param {Record<string, unknown>} blanks
   * @returns {Promise<{blanks: Record<string, unknown>, nonce: string}>}
   */
  async function filled(order, blanks) {
    if (order === "commit_seed") return { blanks: { commit: await commitment() }, nonce: "" };
    if (order === "open_seed") return { blanks: { seed: seed() }, nonce: "" };
    return { blanks, nonce: nonce() };
  }

  return {
    commitment,
    seed,
    hasSeed,
    nonce,
    filled,
    /** The order was taken, so that the next one brings a new nonce. */
    taken: () => keeper.removeItem(place("nonce")),
    /** The battle is over: nothing of it is needed any more. */
    forget: () => ["seed", "nonce"].forEach((what) => keeper.removeItem(place(what))),
  };
}
