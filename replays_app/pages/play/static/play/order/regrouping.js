/** Changes of freely formed groups, one by one, and why a form does not allow one. Pure. */

import { isSame } from "./cells.js";
import { contingentOf, countedGroups, isAmong, memberWords, whyNoName } from "./formation.js";

/** @typedef {import("../types.js").Formation} Formation */
/** @typedef {import("../types.js").Json} Json */
/** @typedef {import("./formation.js").Formed} Formed */
/** Where a member goes: to the group of that number, to a new group, or to none. */
/** @typedef {number | "new" | "alone"} Whither */

/**
 * Moves a member; an empty group is removed. `reason` says why nothing has changed.
 * @param {Formation} formation @param {Formed} formed @param {Json} member @param {Whither} to
 * @returns {{formed: Formed, reason: string}}
 */
export function moved(formation, formed, member, to) {
  const target = typeof to === "number" ? formed.groups[to] : null;
  const reason = whyNot(formation, formed, member, to);
  if (reason || target?.members.some((one) => isSame(one, member))) return { formed, reason };
  const before = formed.alone.find((one) => isSame(one.member, member));
  const groups = formed.groups
    .map((group) => {
      const others = group.members.filter((one) => !isSame(one, member));
      return { ...group, members: group === target ? [...others, member] : others };
    })
    .filter((group) => group.members.length);
  const alone = formed.alone.filter((one) => one !== before);
  if (to === "new") groups.push({ name: freeName(formed), members: [member], place: before?.place });
  if (to === "alone") alone.push(before ?? { member });
  return { formed: { groups, alone }, reason };
}

/** @param {Formation} formation @param {Formed} formed @param {Json} member @param {Whither} to */
function whyNot(formation, { groups }, member, to) {
  const own = contingentOf(formation, member);
  const words = memberWords(formation, member);
  if (own.how === "whole") return `${own.title} stays together.`;
  if (own.how === "alone" && to !== "alone") return `${words} stays alone.`;
  if (to === "alone") return "";
  if (to === "new") {
    const others = groups.filter((one) => !(one.members.length === 1 && isSame(one.members[0], member)));
    const isFull = own.counts && countedGroups(formation, others) >= formation.most_groups;
    return isFull ? `You already have ${formation.most_groups} groups, the maximum.` : "";
  }
  const group = groups[to];
  if (contingentOf(formation, group.members[0]) !== own)
    return `${words} cannot join ${group.name}: they are set up separately.`;
  const isFull = group.members.length >= own.most && !isAmong(group.members, member);
  return isFull ? `${group.name} is full: at most ${own.most} per group.` : "";
}

/** A name that no other group has. @param {Formed} formed */
function freeName({ groups }) {
  const names = new Set(groups.map((group) => group.name));
  let number = groups.length + 1;
  while (names.has(`Group ${number}`)) number += 1;
  return `Group ${number}`;
}

/**
 * Renames a group.
 * @param {Formation} formation @param {Formed} formed @param {number} at @param {string} name
 * @returns {{formed: Formed, reason: string}}
 */
export function renamed(formation, formed, at, name) {
  const isTaken = formed.groups.some((group, i) => i !== at && group.name === name);
  const reason = whyNoName(formation, name) || (isTaken ? `Another group is named ${name}.` : "");
  if (reason) return { formed, reason };
  const groups = formed.groups.map((group, i) => (i === at ? { ...group, name } : group));
  return { formed: { ...formed, groups }, reason };
}
