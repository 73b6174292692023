/** Changes to sides, task groups and ships; each returns a new document and leaves the old one unchanged. */

import { freshKey } from "../../../darkseas/kit/slugs.js";
import { alter, moved, put } from "../fields/document_paths.js";
import { without } from "../fields/origins.js";

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Group} Group */
/** @typedef {import("../types.js").Ship} Ship */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Spec} Spec */
/**
 * @typedef {{side: string, group: string}} Berth  where a ship stands; no group for a ship of the side alone
 */

/** @param {Spec} spec @param {string} side */
export const sideOf = (spec, side) => (spec.sides ?? []).find((one) => one.key === side);
/** @param {Spec} spec @param {string} side @param {string} group */
export const groupOf = (spec, side, group) =>
  (sideOf(spec, side)?.groups ?? []).find((one) => one.key === group);
/** @param {Spec} spec @param {string} side @param {string} ship */
export const shipOf = (spec, side, ship) => (sideOf(spec, side)?.ships ?? []).find((one) => one.key === ship);

/**
 * How many ships these are, in words; a sticker may stand for several.
 * @param {Ship[]} ships @returns {string}
 */
export function shipCount(ships) {
  const count = ships.reduce((sum, ship) => sum + (ship.count ?? 1), 0);
  return `${count} ship${count === 1 ? "" : "s"}`;
}

/**
 * Returns the ships of a side without a task group, in the order of its roster.
 * @param {Side} side @returns {Ship[]}
 */
export function withoutGroup(side) {
  const placed = new Set((side.groups ?? []).flatMap((group) => group.ships));
  return (side.ships ?? []).filter((ship) => !placed.has(ship.key));
}

/** Ships of a task group, in its order. @param {Side} side @param {Group} group @returns {Ship[]} */
export function inGroup(side, group) {
  const known = new Map((side.ships ?? []).map((ship) => [ship.key, ship]));
  return group.ships.flatMap((key) => known.get(key) ?? []);
}

/**
 * Returns the key of a ship's task group; empty if she has none.
 * @param {Side | undefined} side @param {string} ship @returns {string}
 */
export function groupWith(side, ship) {
  return (side?.groups ?? []).find((group) => group.ships.includes(ship))?.key ?? "";
}

/** @param {Spec} spec */
function shipKeys(spec) {
  return (spec.sides ?? []).flatMap((side) => (side.ships ?? []).map((ship) => ship.key));
}

/**
 * Adds a ship; her key is made from her name.
 * @param {Spec} spec @param {Berth} berth @param {Ship} ship @param {string} [before]
 */
export function addShip(spec, berth, ship, before = "") {
  const fresh = { ...ship, key: freshKey(ship.name, shipKeys(spec), "ship") };
  const grown = alter(spec, ["sides", berth.side, "ships"], (/** @type {Ship[] | undefined} */ ships) => [
    ...(ships ?? []),
    fresh,
  ]);
  return berthed(grown, berth, fresh.key, before);
}

/**
 * Puts a ship of a side into a group, or before another.
 * @param {Spec} spec @param {Berth} berth @param {string} key @param {string} before
 */
function berthed(spec, berth, key, before) {
  if (groupOf(spec, berth.side, berth.group)) {
    return alter(
      spec,
      ["sides", berth.side, "groups", berth.group, "ships"],
      (/** @type {string[] | undefined} */ keys) => inserted(keys ?? [], key, before),
    );
  }
  return alter(spec, ["sides", berth.side, "ships"], (/** @type {Ship[]} */ ships) => {
    const ship = ships.find((one) => one.key === key);
    const others = ships.filter((one) => one !== ship);
    const place = others.findIndex((one) => one.key === before);
    return place < 0 ? [...others, ship] : [...others.slice(0, place), ship, ...others.slice(place)];
  });
}

/** @param {string[]} keys @param {string} key @param {string} before */
function inserted(keys, key, before) {
  const others = keys.filter((one) => one !== key);
  const place = others.indexOf(before);
  return place < 0 ? [...others, key] : [...others.slice(0, place), key, ...others.slice(place)];
}

/** Takes a ship out of all groups of a side. @param {Spec} spec @param {string} side @param {string} key */
function unberthed(spec, side, key) {
  return alter(spec, ["sides", side, "groups"], (/** @type {Side["groups"]} */ groups) => {
    if (!groups?.some((group) => group.ships.includes(key))) return groups;
    return groups.map((group) =>
      group.ships.includes(key) ? { ...group, ships: group.ships.filter((one) => one !== key) } : group,
    );
  });
}

/** @param {Spec} spec @param {string} side @param {string} key */
export function removeShip(spec, side, key) {
  const bare = alter(unberthed(spec, side, key), ["sides", side, "ships"], (/** @type {Ship[]} */ ships) =>
    ships.filter((one) => one.key !== key),
  );
  return alter(bare, ["origins"], (/** @type {Spec["origins"]} */ origins) =>
    without(origins, `sides.${side}.ships.${key}`),
  );
}

/**
 * Brings a ship to another berth, of her side or the other.
 * @param {Spec} spec @param {string} from @param {string} key @param {Berth} berth @param {string} [before]
 */
export function moveShip(spec, from, key, berth, before = "") {
  const ship = shipOf(spec, from, key);
  if (!ship || before === key) return spec;
  if (from === berth.side) return berthed(unberthed(spec, from, key), berth, key, before);
  const origins = renamed(spec.origins, `sides.${from}.ships.${key}`, `sides.${berth.side}.ships.${key}`);
  const away = removeShip(spec, from, key);
  const there = alter(away, ["sides", berth.side, "ships"], (/** @type {Ship[] | undefined} */ ships) => [
    ...(ships ?? []),
    ship,
  ]);
  return berthed(put(there, ["origins"], origins), berth, key, before);
}

/**
 * Moves a ship by one among those beside her.
 * @param {Spec} spec @param {string} side @param {string} key @param {number} by
 */
export function shiftShip(spec, side, key, by) {
  const group = groupWith(sideOf(spec, side), key);
  if (group) {
    return alter(spec, ["sides", side, "groups", group, "ships"], (/** @type {string[]} */ keys) =>
      moved(keys, keys.indexOf(key), keys.indexOf(key) + by),
    );
  }
  const loose = withoutGroup(/** @type {Side} */ (sideOf(spec, side))).map((one) => one.key);
  const beside = loose[loose.indexOf(key) + by];
  if (!beside) return spec;
  return alter(spec, ["sides", side, "ships"], (/** @type {Ship[]} */ ships) => {
    const keys = ships.map((one) => one.key);
    return moved(ships, keys.indexOf(key), keys.indexOf(beside));
  });
}

/**
 * Copies a ship into her own group, behind her.
 * @param {Spec} spec @param {string} side @param {string} key
 */
export function copyShip(spec, side, key) {
  const own = /** @type {Side} */ (sideOf(spec, side));
  const ship = /** @type {Ship} */ (shipOf(spec, side, key));
  const group = groupWith(own, key);
  const mates = groupOf(spec, side, group)?.ships ?? withoutGroup(own).map((one) => one.key);
  const name = freshName(
    ship.name,
    own.ships.map((one) => one.name),
  );
  return addShip(spec, { side, group }, { ...ship, name }, mates[mates.indexOf(key) + 1] ?? "");
}

/** @param {string} name @param {string[]} taken */
function freshName(name, taken) {
  const stem = name.replace(/ \d+$/, "");
  for (let number = 2; ; number += 1) {
    if (!taken.includes(`${stem} ${number}`)) return `${stem} ${number}`;
  }
}

// --- task groups ------------------------------------------------------------------------------------

/**
 * Adds an empty task group.
 * @param {Spec} spec @param {string} side @param {string} name @param {Answers} [rules]
 */
export function addGroup(spec, side, name, rules) {
  const groups = sideOf(spec, side)?.groups ?? [];
  const key = freshKey(
    name,
    groups.map((one) => one.key),
    "group",
  );
  const fresh = { key, name, ships: [], ...(rules && Object.keys(rules).length ? { rules } : {}) };
  return put(spec, ["sides", side, "groups"], [...groups, fresh]);
}

/**
 * The name that the next task group has, of whichever side: a log names groups of both.
 * @param {Spec} spec
 */
export function nextGroupName(spec) {
  const taken = new Set((spec.sides ?? []).flatMap((side) => (side.groups ?? []).map((group) => group.name)));
  for (let number = 1; ; number += 1) {
    if (!taken.has(`Task group ${number}`)) return `Task group ${number}`;
  }
}

/**
 * Removes a task group; its ships stay with the side.
 * @param {Spec} spec @param {string} side @param {string} group
 */
export function removeGroup(spec, side, group) {
  const bare = alter(spec, ["sides", side, "groups"], (/** @type {Group[]} */ groups) =>
    groups.filter((one) => one.key !== group),
  );
  return alter(bare, ["origins"], (/** @type {Spec["origins"]} */ origins) =>
    without(origins, `sides.${side}.groups.${group}`),
  );
}

/** @param {Spec} spec @param {string} side @param {string} group @param {number} by */
export function shiftGroup(spec, side, group, by) {
  return alter(spec, ["sides", side, "groups"], (/** @type {Group[]} */ groups) => {
    const from = groups.findIndex((one) => one.key === group);
    return moved(groups, from, from + by);
  });
}

// --- sides ------------------------------------------------------------------------------------------

/** Adds a side with nothing in it. @param {Spec} spec @param {Answers} rules */
export function addSide(spec, rules) {
  const sides = spec.sides ?? [];
  const keys = sides.map((one) => one.key);
  const name = `Side ${"ABCDEF"[sides.length] ?? sides.length + 1}`;
  return put(
    spec,
    ["sides"],
    [...sides, { key: freshKey(name, keys, "side"), name, navies: [], ships: [], rules }],
  );
}

/**
 * Gives a side another key, and to all that names it. `form` says which texts of the system are sides.
 * @param {Spec} spec @param {string} from @param {string} to
 * @param {Record<string, import("../types.js").Field>} parts
 */
export function renameSide(spec, from, to, parts) {
  if (from === to || !to || sideOf(spec, to)) return spec;
  let next = alter(spec, ["sides", from], (/** @type {Side} */ side) => ({ ...side, key: to }));
  for (const part of /** @type {const} */ (["sea", "aims", "options"])) {
    if (parts[part] && next[part]) next = put(next, [part], readdressed(next[part], parts[part], from, to));
  }
  if (next.about?.winner === from) next = put(next, ["about", "winner"], to);
  if (next.about?.losses) {
    next = alter(next, ["about", "losses"], (/** @type {import("../types.js").About["losses"]} */ losses) =>
      losses?.map((one) => (one.side === from ? { ...one, side: to } : one)),
    );
  }
  return put(next, ["origins"], renamed(next.origins, `sides.${from}`, `sides.${to}`));
}

/**
 * @param {unknown} value @param {import("../types.js").Field} field @param {string} from @param {string} to
 * @returns {unknown}
 */
function readdressed(value, field, from, to) {
  if (value === undefined || value === null) return value;
  if (field.names === "side") {
    if (Array.isArray(value)) return value.map((one) => (one === from ? to : one));
    return value === from ? to : value;
  }
  if (field.kind === "list" && Array.isArray(value) && field.of) {
    const of = field.of;
    return value.map((one) => readdressed(one, of, from, to));
  }
  if (field.fields && typeof value === "object") {
    const known = new Map(field.fields.map((one) => [one.name, one]));
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const inside = known.get(name);
        return [name, inside ? readdressed(one, inside, from, to) : one];
      }),
    );
  }
  return value;
}

/** @param {Record<string, string> | undefined} origins @param {string} from @param {string} to */
function renamed(origins, from, to) {
  if (!origins) return origins;
  return Object.fromEntries(
    Object.entries(origins).map(([path, origin]) => [
      path === from || path.startsWith(`${from}.`) ? to + path.slice(from.length) : path,
      origin,
    ]),
  );
}

/**
 * Sets the origin of an edited number to house.
 * @param {Spec} spec @param {string} side @param {string} key @param {string} rating
 */
export function asHouse(spec, side, key, rating) {
  return put(spec, ["origins"], {
    ...spec.origins,
    [`sides.${side}.ships.${key}.ratings.${rating}`]: "house",
  });
}

/** All places where ships may stand, in order. @param {Spec} spec @returns {(Berth & {title: string})[]} */
export function berths(spec) {
  return (spec.sides ?? []).flatMap((side) => [
    ...(side.groups ?? []).map((group) => ({
      side: side.key,
      group: group.key,
      title: `${side.name || side.key}: ${group.name || group.key}`,
    })),
    { side: side.key, group: "", title: `${side.name || side.key}: no task group` },
  ]);
}
