/** What new members of lists and new records begin as. */

/** @typedef {import("../types.js").Answers} Answers */
/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("./controls/form_context.js").FormContext} FormContext */

/**
 * What a new member of a list begins as.
 * @param {Field} field @param {unknown[]} others @param {FormContext} formContext @returns {unknown}
 */
export function fresh(field, others, formContext) {
  if (field.kind === "record") return freshRecord(field, others, formContext);
  if ("default" in field && field.default !== undefined) return field.default;
  const sides = formContext.context.store.spec.sides ?? [];
  if (field.names === "side") return sides[Math.min(others.length, sides.length - 1)]?.key ?? "";
  if (field.names === "area") return Object.keys(formContext.context.store.spec.map?.areas ?? {})[0] ?? "";
  if (field.choices?.length) return field.choices[0].value;
  if (field.optional) return null;
  /** @type {Answers} */
  const beginnings = {
    whole: field.least ?? 0,
    truth: false,
    fraction: "1",
    list: freshList(field),
    mapping: {},
  };
  return beginnings[field.kind] ?? "";
}

/** @param {Field} field */
function freshList(field) {
  const members = membersOf(field);
  return members.length ? members.map(() => field.of?.least ?? field.least ?? 0) : [];
}

/**
 * Required fields begin somewhere sensible, the others at their default.
 * @param {Field} field @param {unknown[]} others @param {FormContext} formContext
 */
export function freshRecord(field, others, formContext) {
  /** @type {Answers} */
  const made = {};
  for (const one of field.fields ?? []) {
    if ("default" in one || one.optional) continue;
    const last = /** @type {Answers | undefined} */ (others.at(-1))?.[one.name];
    const isTurn = one.kind === "whole" && one.unit === "turns" && typeof last === "number";
    made[one.name] = isTurn ? last + 1 : fresh(one, one.kind === "text" ? others : [], formContext);
  }
  return made;
}

/** The names of a list's members where there are always as many. @param {Field} field @returns {string[]} */
export function membersOf(field) {
  return field.members ?? field.of?.members ?? [];
}
