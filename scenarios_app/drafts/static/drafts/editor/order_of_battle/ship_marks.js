/** What is marked on a ship of the ship data: that she is not there on the day, or in the draft already. */

/** @typedef {import("../types.js").FoundShip} FoundShip */
/** @typedef {import("../types.js").Spec} Spec */

/** The kind has a sign of its own. @typedef {{kind: "ended" | "early" | "taken", words: string}} ShipMark */

/**
 * @param {Spec} spec @param {FoundShip} ship  as the API told her for the scenario's date
 * @param {boolean} hasDate  without one nobody can say whether she was there
 * @returns {ShipMark[]}
 */
export function marksOf(spec, ship, hasDate) {
  const places = placesOf(spec, ship);
  return [
    ...(hasDate && ship.absence ? [absenceMark(ship.absence)] : []),
    .../** @type {ShipMark[]} */ (
      places.length ? [{ kind: "taken", words: `already taken: ${places.join(", ")}` }] : []
    ),
  ];
}

/** @param {{reason: string, date: string, renamed?: string}} absence @returns {ShipMark} */
function absenceMark({ reason, date, renamed }) {
  return reason === "not yet"
    ? { kind: "early", words: `not yet in service, only from ${date}` }
    : { kind: "ended", words: [reason, renamed, date].filter(Boolean).join(" ") };
}

/**
 * The sides in which a ship of this name and class stands, by name. What stands for a whole class, such as a
 * landing craft without a name, may come as often as somebody likes.
 * @param {Spec} spec @param {FoundShip} ship @returns {string[]}
 */
export function placesOf(spec, ship) {
  if (!ship.is_named) return [];
  return (spec.sides ?? [])
    .filter((side) => (side.ships ?? []).some((one) => isSame(one, ship)))
    .map((side) => side.name || side.key);
}

/**
 * A ship that somebody wrote by hand has no key of a class, and may have its name.
 * @param {import("../types.js").Ship} own @param {FoundShip} found
 */
function isSame(own, found) {
  if (own.name.trim().toLowerCase() !== found.name.toLowerCase()) return false;
  return own.class_key ? own.class_key === found.class_key : own.class_name === found.class_name;
}
