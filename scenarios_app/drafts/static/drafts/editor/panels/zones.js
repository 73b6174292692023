/**
 * Set-up areas and other areas that sides and task groups name, as zones that are painted on the map; and
 * single hexes, which are picked there.
 */

import { areaName } from "../fields/name_choices.js";
import { freshKey } from "../../../darkseas/kit/slugs.js";
import { at, put, written } from "../fields/document_paths.js";

/** @typedef {import("../types.js").Field} Field */
/**
 * A zone; of one that `isOne`, its field names not an area but the one hex itself.
 * @typedef {{path: string, title: string, side: string, notch: number, navy: string, area: string,
 *   hexes: string[], isOne: boolean}} Zone
 */

/** Whether a field names an area or a hex. @param {Field} field */
export function isOnMap(field) {
  return field.names === "area" || field.kind === "hex";
}

/** @param {Record<string, Field>} parts @param {string} part */
function fieldsOnMap(parts, part) {
  return (parts[part]?.fields ?? []).filter(isOnMap);
}

/**
 * The zones that are worth a line: where each side is set up, each area once for a side, each hex, and those
 * asked for.
 * @param {import("../types.js").Spec} spec @param {Record<string, Field>} parts @param {Set<string>} [wanted]
 * @returns {Zone[]}
 */
export function zonesOf(spec, parts, wanted = new Set()) {
  const [first] = fieldsOnMap(parts, "sides.rules");
  /** @type {Set<string>} */
  const listed = new Set();
  return allZones(spec, parts).filter((one) => {
    if (one.isOne) return one.hexes.length > 0 || wanted.has(one.path);
    const isNew = one.area && !listed.has(`${one.side} ${one.area}`);
    listed.add(`${one.side} ${one.area}`);
    return (
      isNew || (!one.area && (wanted.has(one.path) || one.path === `sides.${one.side}.rules.${first?.name}`))
    );
  });
}

/**
 * The zone that stands for a place: another field may name the same area.
 * @param {import("../types.js").Spec} spec @param {Record<string, Field>} parts @param {string} path
 */
export function zoneFor(spec, parts, path) {
  const area = at(spec, path.split("."));
  const own = zonesOf(spec, parts, new Set([path]));
  return own.some((one) => one.path === path)
    ? path
    : (own.find((one) => area && one.area === area && one.side === path.split(".")[1])?.path ?? path);
}

/** @param {import("../types.js").Spec} spec @param {Record<string, Field>} parts @returns {Zone[]} */
function allZones(spec, parts) {
  return (spec.sides ?? []).flatMap((side, notch) => {
    const owner = { side: side.key, notch, navy: side.navies?.[0] ?? "" };
    const own = fieldsOnMap(parts, "sides.rules").map((field) =>
      zone(spec, ["sides", side.key, "rules", field.name], field, side.name, "", owner),
    );
    const groups = (side.groups ?? []).flatMap((group) =>
      fieldsOnMap(parts, "groups.rules").map((field) =>
        zone(
          spec,
          ["sides", side.key, "groups", group.key, "rules", field.name],
          field,
          side.name,
          group.name,
          owner,
        ),
      ),
    );
    return [...own, ...groups];
  });
}

/**
 * @param {import("../types.js").Spec} spec @param {import("../types.js").Place} place @param {Field} field
 * @param {string} side @param {string} group
 * @param {{side: string, notch: number, navy: string}} owner @returns {Zone}
 */
function zone(spec, place, field, side, group, owner) {
  const value = /** @type {string} */ (at(spec, place) ?? "");
  const isOne = field.kind === "hex";
  const area = isOne ? "" : value;
  const whose = group ? `${side}, ${group}` : side;
  const title = area
    ? `${side}: ${areaName(area)}`
    : `${whose}: ${(field.title ?? field.name).toLowerCase()}`;
  const hexes = isOne ? [value].filter(Boolean) : (spec.map?.areas?.[area] ?? []);
  return { path: written(place), title, ...owner, area, hexes, isOne };
}

/**
 * The document with a hex named, or none.
 * @param {import("../types.js").Spec} spec @param {string} path @param {string[]} hexes
 */
export function withHex(spec, path, hexes) {
  return put(spec, path.split("."), hexes.at(-1));
}

/**
 * The document with other hexes in a zone; one that has no area yet gets one of its own.
 * @param {import("../types.js").Spec} spec @param {string} path @param {string[]} hexes
 */
export function withZone(spec, path, hexes) {
  const place = path.split(".");
  const known = /** @type {string | undefined} */ (at(spec, place));
  const stem = [place[1], ...(place[2] === "groups" ? [place[3]] : []), place.at(-1)].join(" ");
  const area = known || freshKey(String(stem), Object.keys(spec.map?.areas ?? {}), "area");
  const painted = put(spec, ["map", "areas"], { ...spec.map?.areas, [area]: hexes });
  return known ? painted : put(painted, place, area);
}
