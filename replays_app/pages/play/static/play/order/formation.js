/**
 * Freely formed groups: the members of each group, ships on their own, and violations of the form's limits.
 * The result is stored as ordinary lines, one for each group or single ship. Pure.
 */

import { defaultOf, fits, isSame, valueOf } from "./cells.js";

/** @typedef {import("../types.js").Blanks} Blanks */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Contingent} Contingent */
/** @typedef {import("../types.js").FilledLine} FilledLine */
/** @typedef {import("../types.js").FilledOrder} FilledOrder */
/** @typedef {import("../types.js").Formation} Formation */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("../types.js").Rows} Rows */
/** @typedef {import("../types.js").Several} Several */

/** @typedef {{name: string, members: Json[], place?: Json}} FormedGroup */
/** @typedef {{member: Json, place?: Json}} AloneMember */
/** @typedef {{groups: FormedGroup[], alone: AloneMember[]}} Formed */

/** The groups that the form suggests, without destinations. @param {Formation} formation @returns {Formed} */
export function suggestedIn(formation) {
  return completed(
    formation,
    formation.suggested.map((group) => ({ ...group })),
    [],
  );
}

/**
 * Puts everybody somewhere: members left out are alone, or in the one group that the form allows.
 * @param {Formation} formation @param {FormedGroup[]} groups @param {AloneMember[]} alone @returns {Formed}
 */
function completed(formation, groups, alone) {
  const placed = [...groups.flatMap((group) => group.members), ...alone.map((one) => one.member)];
  const formed = { groups: [...groups], alone: [...alone] };
  for (const contingent of formation.contingents) {
    const members = contingent.members.map((one) => one.value);
    const left = members.filter((member) => !isAmong(placed, member));
    if (contingent.how === "whole" && left.length)
      formed.groups.push({ name: contingent.title.slice(0, formation.longest_name), members: left });
    else formed.alone.push(...left.map((member) => ({ member })));
  }
  return formed;
}

/** Whether a value is one of these. @param {Json[]} values @param {Json} value */
export const isAmong = (values, value) => values.some((one) => isSame(one, value));

/** @param {Formation} formation @param {Json} member @returns {Contingent} */
export function contingentOf(formation, member) {
  const found = formation.contingents.find((one) => one.members.some((value) => isSame(value.value, member)));
  if (!found) throw new Error(`the form has no member ${JSON.stringify(member)}`);
  return found;
}

/** The members of a contingent as a blank of their own. @param {Formation} formation
 * @param {Contingent} contingent @returns {Several} */
function membersOf(formation, { title, members: values }) {
  return { blank: "several", name: formation.fields.members, title, subject: formation.subject, values };
}

/** The name of a member. @param {Formation} formation @param {Json} member */
export function memberWords(formation, member) {
  return valueOf(membersOf(formation, contingentOf(formation, member)), member).words;
}

/**
 * How many groups count towards the maximum.
 * @param {Formation} formation
 * @param {FormedGroup[]} groups
 */
export function countedGroups(formation, groups) {
  return groups.filter((group) => contingentOf(formation, group.members[0]).counts).length;
}

// --- as lines ------------------------------------------------------------------------------------

/**
 * The blanks of a formation, as lines for its present groups.
 * @param {Formation} formation @param {Formed} formed @returns {Rows[]}
 */
export function rowsFormed(formation, { groups, alone }) {
  const { fields, subject } = formation;
  const groupRows = groups.map(({ name, members }) => {
    const words = members.map((member) => memberWords(formation, member)).join(", ");
    const focus = members.filter((member) => typeof member === "string");
    return [
      fixed(fields.name, "word", { value: name, words: name }),
      fixed(fields.members, subject, { value: members, words, focus }),
      ...placeCells(formation, members[0]),
    ];
  });
  const aloneRows = alone.map(({ member }) => [
    fixed(fields.member, subject, valueOf(membersOf(formation, contingentOf(formation, member)), member)),
    ...placeCells(formation, member),
  ]);
  return [
    rowsOf(formation.name, formation.title, groupRows),
    rowsOf(formation.alone, formation.alone, aloneRows),
  ];
}

/** @param {string} name @param {string} title @param {Cell[][]} rows @returns {Rows} */
const rowsOf = (name, title, rows) => ({ blank: "rows", name, title, rows, least: rows.length });

/** @param {string} name @param {string} subject @param {import("../types.js").Value} value @returns {Cell} */
const fixed = (name, subject, value) => ({ blank: "fixed", title: "", name, subject, ...value });

/**
 * The blank for the destination of a member, with its group or alone.
 * @param {Formation} formation @param {Json} member
 * @returns {Cell[]}
 */
function placeCells(formation, member) {
  const { places: values, optional } = contingentOf(formation, member);
  const [name, title] = [formation.fields.place, "Destination"];
  return values.length ? [{ blank: "choice", name, title, subject: "place", values, optional }] : [];
}

/**
 * The lines of those blanks, each with its destination if that still fits.
 * @param {Formed} formed @param {Rows[]} rows
 * @returns {{[blank: string]: FilledLine[]}}
 */
export function linesFormed({ groups, alone }, rows) {
  const places = [groups, alone].map((lines) => lines.map((line) => line.place));
  return Object.fromEntries(
    rows.map((blank, i) => [
      blank.name,
      blank.rows.map((cells, row) => ({ row, cells: placeIn(cells, places[i][row]) })),
    ]),
  );
}

/** @param {Cell[]} cells @param {Json | undefined} wanted @returns {Blanks} */
function placeIn(cells, wanted) {
  const cell = cells.find((one) => one.blank === "choice");
  if (!cell) return {};
  const place = wanted !== undefined && fits(cell, wanted) ? wanted : defaultOf(cell);
  return place === undefined ? {} : { [cell.name]: place };
}

/**
 * The groups and single ships of an order.
 * @param {FilledOrder} order @param {Formation} formation @returns {Formed}
 */
export function formedIn(order, { name, alone, fields }) {
  const valueIn = (/** @type {Cell[]} */ cells, /** @type {string} */ field) =>
    cells.flatMap((cell) => (cell.blank === "fixed" && cell.name === field ? [cell.value] : []))[0];
  const lines = (/** @type {string} */ blank) => {
    const rows = order.blanks.find((one) => one.blank === "rows" && one.name === blank);
    return order.lines[blank].map(({ row, cells }) => ({
      row: rows?.blank === "rows" ? rows.rows[row] : [],
      place: cells[fields.place],
    }));
  };
  return {
    groups: lines(name).map(({ row, place }) => ({
      name: String(valueIn(row, fields.name)),
      members: /** @type {Json[]} */ (valueIn(row, fields.members)),
      place,
    })),
    alone: lines(alone).map(({ row, place }) => ({ member: valueIn(row, fields.member) ?? null, place })),
  };
}

/**
 * The groups of a submitted or stored order, as far as they are still possible; `lost` are the numbers of
 * those that are not.
 * @param {Formation} formation @param {Blanks} blanks @returns {{formed: Formed, lost: number[]}}
 */
export function readFormed(formation, blanks) {
  const { fields } = formation;
  const lines = (/** @type {string} */ name) => {
    const found = blanks[name];
    return Array.isArray(found) ? /** @type {Blanks[]} */ (found) : [];
  };
  /** @type {FormedGroup[]} */
  const groups = [];
  /** @type {number[]} */
  const lost = [];
  for (const [at, line] of lines(formation.name).entries()) {
    const group = {
      name: String(line[fields.name] ?? ""),
      members: /** @type {Json[]} */ (line[fields.members] ?? []),
      place: line[fields.place],
    };
    if (mayStand(formation, groups, group)) groups.push(group);
    else lost.push(at);
  }
  const grouped = groups.flatMap((group) => group.members);
  const alone = lines(formation.alone)
    .map((line) => ({ member: line[fields.member], place: line[fields.place] }))
    .filter(({ member }) => isKnown(formation, member, ["free", "alone"]) && !isAmong(grouped, member));
  return { formed: completed(formation, groups, alone), lost };
}

/** @param {Formation} formation @param {Json} member @param {Contingent["how"][]} hows */
function isKnown(formation, member, hows) {
  return formation.contingents.some(
    (one) => hows.includes(one.how) && one.members.some((value) => isSame(value.value, member)),
  );
}

/**
 * Whether a group can be formed in addition to these.
 * @param {Formation} formation @param {FormedGroup[]} groups
 * @param {FormedGroup} group
 */
function mayStand(formation, groups, { name, members }) {
  if (!members.length || whyNoName(formation, name)) return false;
  if (!members.every((member) => isKnown(formation, member, ["free", "whole"]))) return false;
  const contingent = contingentOf(formation, members[0]);
  const taken = groups.flatMap((one) => one.members);
  const areOwn = members.every((member) => contingentOf(formation, member) === contingent);
  const isWhole = contingent.how === "free" || members.length === contingent.members.length;
  const isFree = members.length <= contingent.most && !members.some((member) => isAmong(taken, member));
  const hasRoom = !contingent.counts || countedGroups(formation, groups) < formation.most_groups;
  return areOwn && isWhole && isFree && hasRoom;
}

/** Why a group cannot have a name; "" if it can. @param {Formation} formation @param {string} name */
export function whyNoName(formation, name) {
  const isGood = name.trim() !== "" && name.length <= formation.longest_name;
  return isGood ? "" : `Enter a name of 1 to ${formation.longest_name} characters.`;
}
