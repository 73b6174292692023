/** Prepares the form of a rules system, as the API returns it, for drawing. */

/** @typedef {import("../types.js").Field} Field */
/** @typedef {import("../types.js").FieldDescription} FieldDescription */

/** @type {Set<unknown>} */
const EDGES = new Set(["north", "south", "east", "west"]);

/**
 * A field as the editor has it: `default` only where it may be left out, `optional` where it may be empty,
 * and the keys of a mapping apart from answers.
 * @param {FieldDescription} description @returns {Field}
 */
function fieldFrom(description) {
  const { optional, may_be_empty: mayBeEmpty, default: usual, of, fields, choices, ...rest } = description;
  const field = /** @type {Field} */ ({ ...rest, optional: Boolean(mayBeEmpty) });
  if (optional) field.default = usual;
  if (choices?.length && description.kind === "mapping") field.keys = /** @type {Field["keys"]} */ (choices);
  else if (choices?.length) field.choices = choices;
  if (of) field.of = fieldFrom(of);
  if (fields) field.fields = fields.map(fieldFrom);
  return field;
}

/** @param {import("../types.js").FormDescription} description @returns {import("../types.js").Form} */
export function formFrom(description) {
  return {
    ...description,
    parts: Object.fromEntries(
      Object.entries(description.parts).map(([name, part]) => [name, fieldFrom(part)]),
    ),
  };
}

/**
 * Whether a field says where on the map something begins, goes or leaves.
 * @param {Field} field @returns {boolean}
 */
export function isOfMap(field) {
  if (field.names === "area" || field.kind === "hex") return true;
  const answers = field.choices ?? field.of?.choices ?? [];
  const named = answers.filter((one) => one.value !== ""); // none may be an answer: then the dice say
  return named.length > 0 && named.every((one) => EDGES.has(one.value));
}

/** Whether a record can be left wholly at its defaults. @param {Field | undefined} record */
export function mayBeLeftOut(record) {
  return (record?.fields ?? []).every((one) => "default" in one);
}
