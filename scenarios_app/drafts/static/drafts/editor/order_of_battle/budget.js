/** Cost of a side's ships and its budget; only if the rules have a budget of points. Pure. */

/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {import("../types.js").Spec} Spec */

/** Whether a system lets sides buy their ships. @param {Form} form */
export const hasBudgets = (form) =>
  (form.parts["sides.rules"]?.fields ?? []).some((field) => field.name === "budget");

/** What a side may spend; 0 for no limit. @param {Side | undefined} side */
export const budgetOf = (side) => Number(side?.rules?.budget ?? 0) || 0;

/** @param {Side | undefined} side @param {Record<string, number>} costs */
export const spentBy = (side, costs) =>
  (side?.ships ?? []).reduce((sum, ship) => sum + (costs[ship.key] ?? 0), 0);

/**
 * Returns a side's spent and remaining points, in words.
 * @param {Side | undefined} side @param {Record<string, number>} costs
 */
export function spentInWords(side, costs) {
  const [budget, spent] = [budgetOf(side), spentBy(side, costs)];
  if (!budget) return `Ships for ${pointsInWords(spent)}; no budget is set.`;
  const left = budget - spent;
  const rest = left < 0 ? `${-left} too many` : `${left} left`;
  return `Budget: ${spent} of ${pointsInWords(budget)} spent, ${rest}.`;
}

/**
 * What a ship costs, and whether the side that she would go to can pay for her.
 * @param {number | null | undefined} cost @param {Side | undefined} side
 * @param {Record<string, number>} costs
 * @returns {{words: string, isTooDear: boolean}}
 */
export function priceOf(cost, side, costs) {
  if (cost === null || cost === undefined) return { words: "", isTooDear: false };
  const budget = budgetOf(side);
  const left = budget - spentBy(side, costs);
  const isTooDear = budget > 0 && cost > left;
  const words = pointsInWords(cost);
  return { words: isTooDear ? `${words}, ${Math.max(0, left)} left` : words, isTooDear };
}

/** @param {number} points */
const pointsInWords = (points) => `${points} point${points === 1 ? "" : "s"}`;

/**
 * Gives every side the same to spend, and the battle its year.
 * @param {Spec} spec @param {number} year @param {number} points @returns {Spec}
 */
export function withBudgets(spec, year, points) {
  return {
    ...spec,
    sea: { ...spec.sea, year },
    sides: (spec.sides ?? []).map((side) => ({ ...side, rules: { ...side.rules, budget: points } })),
  };
}

/**
 * The day as of which ships are looked for: that of the scenario, else the end of the year that its sea has.
 * @param {Spec} spec
 */
export function shipDate(spec) {
  const text = spec.about?.date ?? "";
  if (/^\d{4}-\d\d(-\d\d)?$/.test(text)) return text;
  const year = /^\d{4}$/.test(text) ? text : String(spec.sea?.year ?? "");
  return /^\d{4}$/.test(year) ? `${year}-12` : "";
}
