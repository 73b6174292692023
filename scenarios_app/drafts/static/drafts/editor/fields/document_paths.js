/** Reading and changing a document at a place, sharing all that does not change. */

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Place} Place */

/**
 * Where a part of a place is in a list: members go by their key, else by number.
 * @param {readonly {key?: unknown}[]} list @param {string | number} part
 */
function indexIn(list, part) {
  if (typeof part === "number") return part;
  const found = list.findIndex((one) => one?.key === part);
  if (found >= 0) return found;
  return /^\d+$/.test(part) ? Number(part) : -1;
}

/**
 * Returns the value at a place; undefined if there is none.
 * @param {unknown} value @param {Place} place @returns {unknown}
 */
export function at(value, place) {
  for (const part of place) {
    if (value === null || value === undefined) return undefined;
    value = Array.isArray(value) ? value[indexIn(value, part)] : /** @type {Answers} */ (value)[part];
  }
  return value;
}

/**
 * The document with another value at a place; `undefined` leaves the field out. Records on the way that
 * are not there yet are made, and records that nothing is left in stay.
 * @template T @param {T} value @param {Place} place @param {unknown} fresh @returns {T}
 */
export function put(value, place, fresh) {
  return /** @type {T} */ (putIn(value, place, fresh));
}

/** @param {unknown} value @param {Place} place @param {unknown} fresh @returns {unknown} */
function putIn(value, place, fresh) {
  if (!place.length) return fresh;
  const [part, ...rest] = place;
  if (Array.isArray(value)) return putInList(value, part, rest, fresh);
  const record = /** @type {Answers | null | undefined} */ (value);
  const inside = putIn(record?.[part], rest, fresh);
  if (inside === record?.[part]) return record;
  const copy = { ...record };
  if (inside === undefined) delete copy[part];
  else copy[part] = inside;
  return copy;
}

/**
 * @param {{key?: unknown}[]} list @param {string | number} part @param {Place} rest
 * @param {unknown} fresh
 */
function putInList(list, part, rest, fresh) {
  const index = indexIn(list, part);
  if (index < 0 || index > list.length) return list;
  const inside = putIn(list[index], rest, fresh);
  if (inside === list[index]) return list;
  const copy = [...list];
  if (inside === undefined) copy.splice(index, 1);
  else copy[index] = /** @type {{key?: unknown}} */ (inside);
  return copy;
}

/**
 * The document with a value changed by a function of it, which says what it takes the value for.
 * @template T, [V=unknown] @param {T} value @param {Place} place @param {(old: V) => unknown} recipe
 * @returns {T}
 */
export function alter(value, place, recipe) {
  return put(value, place, recipe(/** @type {V} */ (at(value, place))));
}

/**
 * A list with a member at another number.
 * @template T @param {T[]} list @param {number} from @param {number} to @returns {T[]}
 */
export function moved(list, from, to) {
  if (from === to || from < 0 || to < 0 || from >= list.length || to >= list.length) return list;
  const copy = [...list];
  copy.splice(to, 0, ...copy.splice(from, 1));
  return copy;
}

/**
 * Whether two values say the same; the order of fields does not count.
 * @param {unknown} one @param {unknown} other @returns {boolean}
 */
export function same(one, other) {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [/** @type {Answers} */ (one), /** @type {Answers} */ (other)];
  const keys = Object.keys(mine);
  return (
    keys.length === Object.keys(theirs).length &&
    keys.every((key) => key in theirs && same(mine[key], theirs[key]))
  );
}

/**
 * Returns a value without empty texts, lists and records; omitting them does not change the meaning.
 * @param {unknown} value @returns {unknown}
 */
export function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value)
    .map(([key, one]) => [key, bare(one)])
    .filter(([, one]) => !isEmpty(one));
  return Object.fromEntries(kept);
}

/** @param {unknown} value */
function isEmpty(value) {
  return (
    value === "" ||
    value === undefined ||
    value === null ||
    (typeof value === "object" && !Object.keys(value).length)
  );
}

/** A place as findings write it. @param {Place} place */
export function written(place) {
  return place.join(".");
}
