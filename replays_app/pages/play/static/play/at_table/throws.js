/**
 * The dice of an order while they are typed in: complete throws, the throw that is needed now, and faces
 * typed while offline, when their purpose was unknown. Pure: each function returns a new entry.
 */

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {{count: number, sides: number, what?: string, rules?: string[], column?: Column}} Needed */
/** @typedef {{title: string, rows: {roll: string, result: string, chance: string}[]}} Column */
/** @typedef {{sides: number, face: number}} Face */
/**
 * A complete throw; without faces it is left to the site.
 * @typedef {{needed: Needed, faces: number[]}} Throw
 */

/**
 * An entry to record: an order with its dice, or a ruling. `expected` is the number of log entries that its
 * seat knew; with null it is requested when the entry is sent.
 * @typedef {object} Entry
 * @property {"order" | "ruling"} kind @property {string} seat @property {string} title
 * @property {string} order @property {Blanks} blanks @property {number | null} expected @property {string}
 *   key @property {string[]} [says]  its lines in words, such as targets and destinations
 * @property {Throw[]} throws @property {Face[]} free  faces entered while offline, in the order they fell
 * @property {Needed | null} needed  the roll needed now @property {number[]} faces  of that throw,
 *   so far
 * @property {string[] | null} witnesses @property {string} reason  for a ruling
 * @property {boolean} isReady  whether the site has said that no die is missing
 * @property {boolean} [isUnsure]  whether its dice must still be assigned to their rolls
 * @property {boolean} [isCarried]  whether it got dice from the order before
 * @property {string} [refusal]  why the site refused it, if its form is not open now
 * @property {boolean} [isFirst]  whether it was taken back from before all waiting entries
 */

/**
 * @param {Pick<Entry, "kind" | "seat" | "title" | "says" | "order" | "blanks" | "expected" | "key">} about
 * @returns {Entry}
 */
export function newEntry(about) {
  return {
    ...about,
    throws: [],
    free: [],
    needed: null,
    faces: [],
    witnesses: null,
    reason: "",
    isReady: false,
  };
}

/**
 * Sets the throw that the site needs, or none. Faces typed while offline fill it first, one for each die with
 * the same number of sides. If a face could also belong to another die, the entry is marked as unsure.
 * @param {Entry} entry @param {Needed | null} needed @returns {Entry}
 */
export function needing(entry, needed) {
  if (!needed) return { ...entry, needed, faces: [] };
  const fitting = entry.free.filter(({ sides }) => sides === needed.sides);
  const taken = fitting.slice(0, needed.count);
  const free = entry.free.filter((face) => !taken.includes(face));
  const differ = fitting.some(({ face }) => face !== fitting[0].face);
  const isUnsure = Boolean(entry.isUnsure) || differ || Boolean(entry.isCarried && taken.length);
  return whole({ ...entry, needed, faces: taken.map(({ face }) => face), free, isUnsure });
}

/** The dice of an entry one by one, each with its purpose. @param {Entry} entry */
export function diceOneByOne({ throws }) {
  return throws.flatMap(({ needed, faces }) => faces.map((face) => ({ needed, face })));
}

/**
 * Swaps two dice, numbered as in `diceOneByOne`. Their results may then need other dice, so all needed dice
 * are requested again.
 * @param {Entry} entry @param {number} one @param {number} other
 * @returns {Entry}
 */
export function exchanged(entry, one, other) {
  const free = diceOneByOne(entry).map(({ needed, face }) => ({ sides: needed.sides, face }));
  [free[one], free[other]] = [free[other], free[one]];
  const again = { throws: [], needed: null, faces: [], isReady: false, isUnsure: true };
  return { ...entry, ...again, free: [...free, ...entry.free] };
}

/** Adds dice that the previous order did not need. @param {Entry} entry @param {Face[]} free */
export function carrying(entry, free) {
  return free.length ? { ...entry, free: [...free, ...entry.free], isCarried: true } : entry;
}

/** Adds a complete throw to the others. @param {Entry} entry @returns {Entry} */
function whole(entry) {
  const { needed, faces, throws } = entry;
  if (!needed || faces.length < needed.count) return entry;
  return { ...entry, throws: [...throws, { needed, faces }], needed: null, faces: [] };
}

/** @param {Entry} entry @param {number} face @returns {Entry} */
export function typed(entry, face) {
  return entry.needed ? whole({ ...entry, faces: [...entry.faces, face] }) : entry;
}

/** Lets the site roll the needed dice. @param {Entry} entry @returns {Entry} */
export function leftToHouse(entry) {
  const { needed, throws } = entry;
  return needed ? { ...entry, throws: [...throws, { needed, faces: [] }], needed: null, faces: [] } : entry;
}

/** Adds a face entered while offline. @param {Entry} entry @param {Face} face @returns {Entry} */
export function typedFreely(entry, face) {
  return { ...entry, free: [...entry.free, face] };
}

/**
 * Removes the last die, also from an earlier throw; dice rolled by the site, and all before them, stay.
 * @param {Entry} entry @returns {Entry}
 */
export function takenBack(entry) {
  if (entry.free.length && !entry.needed) return { ...entry, free: entry.free.slice(0, -1) };
  if (entry.faces.length) return { ...entry, faces: entry.faces.slice(0, -1) };
  const last = entry.throws.at(-1);
  if (!last?.faces.length) return entry;
  const throws = entry.throws.slice(0, -1);
  return { ...entry, throws, needed: last.needed, faces: last.faces.slice(0, -1) };
}

/**
 * The most likely number of sides of the next die while offline: as in the needed throw, or as the last die.
 * @param {Entry | null | undefined} entry @param {number} before  the kind used until now
 */
export function likelySides(entry, before) {
  const { needed, free = [], throws = [] } = entry ?? {};
  return needed?.sides ?? free.at(-1)?.sides ?? throws.at(-1)?.needed.sides ?? before;
}

/** Whether the entry has dice. @param {Entry} entry */
export function hasDice({ throws, faces, free }) {
  return throws.length + faces.length + free.length > 0;
}

/** Whether there is a die to remove. @param {Entry} entry */
export function hasDieToTakeBack(entry) {
  return takenBack(entry) !== entry;
}

/**
 * Whether a refused entry is kept unchanged, to be sent again or removed: an order that is not due now, or
 * one with dice. Any other returns to its form.
 * @param {Entry} entry
 * @param {{order: string}[]} forms  of its side now
 */
export function staysWhole(entry, forms) {
  const isAskedFor = forms.some(({ order }) => order === entry.order);
  return entry.kind === "order" && (!isAskedFor || hasDice(entry));
}

/** The throws as the API expects them. @param {Entry} entry */
export function diceOf({ throws }) {
  return throws.map(({ faces }) => faces);
}

/** Discards faces entered while offline that no roll needs. @param {Entry} entry @returns {Entry} */
export function withoutFree(entry) {
  return { ...entry, free: [] };
}
