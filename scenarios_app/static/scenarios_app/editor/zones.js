/** Set-up areas and other areas that sides and task groups name, as zones that are painted on the map. */

import { areaName } from "./candidates.js";
import { freshKey } from "./keys.js";
import { at, put, written } from "./places.js";

/** @typedef {import("./types.js").Field} Field */
/** @typedef {{path: string, title: string, side: string, notch: number, navy: string, area: string, hexes: string[]}} Zone */

/** The fields of a part that name an area. @param {Record<string, Field>} parts @param {string} part */
function areaFields(parts, part) {
  return (parts[part]?.fields ?? []).filter((one) => one.names === "area");
}

/**
 * The zones that are worth a line: where each side is set up, each area once for a side, and those asked for.
 * @param {any} spec @param {Record<string, Field>} parts @param {Set<string>} [asked] @returns {Zone[]}
 */
export function zonesOf(spec, parts, asked = new Set()) {
  const [first] = areaFields(parts, "sides.rules");
  /** @type {Set<string>} */
  const told = new Set();
  return allZones(spec, parts).filter((one) => {
    const isNew = one.area && !told.has(`${one.side} ${one.area}`);
    told.add(`${one.side} ${one.area}`);
    return isNew || (!one.area && (asked.has(one.path) || one.path === `sides.${one.side}.rules.${first?.name}`));
  });
}

/** The zone that stands for a place: another field may name the same area. @param {any} spec @param {Record<string, Field>} parts @param {string} path */
export function zoneFor(spec, parts, path) {
  const area = at(spec, path.split("."));
  const own = zonesOf(spec, parts, new Set([path]));
  return own.find((one) => (area ? one.area === area && one.side === path.split(".")[1] : one.path === path))?.path ?? path;
}

/** @param {any} spec @param {Record<string, Field>} parts @returns {Zone[]} */
function allZones(spec, parts) {
  return (spec.sides ?? []).flatMap((/** @type {any} */ side, /** @type {number} */ notch) => {
    const owner = { side: side.key, notch, navy: side.navies?.[0] ?? "" };
    const own = areaFields(parts, "sides.rules").map((field) => zone(spec, ["sides", side.key, "rules", field.name], field, side.name, "", owner));
    const groups = (side.groups ?? []).flatMap((/** @type {any} */ group) => areaFields(parts, "groups.rules").map((field) => zone(spec, ["sides", side.key, "groups", group.key, "rules", field.name], field, side.name, group.name, owner)));
    return [...own, ...groups];
  });
}

/** @param {any} spec @param {import("./types.js").Place} place @param {Field} field @param {string} side @param {string} group
 * @param {{side: string, notch: number, navy: string}} owner @returns {Zone} */
function zone(spec, place, field, side, group, owner) {
  const area = at(spec, place) ?? "";
  const whose = group ? `${side}, ${group}` : side;
  const title = area ? `${side}: ${areaName(area)}` : `${whose}: ${(field.title ?? field.name).toLowerCase()}`;
  return { path: written(place), title, ...owner, area, hexes: spec.map?.areas?.[area] ?? [] };
}

/** The document with other hexes in a zone; one that has no area yet gets one of its own. @param {any} spec @param {string} path @param {string[]} hexes */
export function withZone(spec, path, hexes) {
  const place = path.split(".");
  const known = at(spec, place);
  const stem = [place[1], ...(place[2] === "groups" ? [place[3]] : []), place.at(-1)].join(" ");
  const area = known || freshKey(String(stem), Object.keys(spec.map?.areas ?? {}), "area");
  const painted = put(spec, ["map", "areas"], { ...spec.map?.areas, [area]: hexes });
  return known ? painted : put(painted, place, area);
}
