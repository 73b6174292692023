/** Keeps sections of the page open when it draws a new order. */

/** @typedef {import("../types.js").Form} Form */

/**
 * Returns the optional form that was open, if it can still be filled.
 * @param {Form | undefined} before @param {Form[]} forms
 */
export function stillOpen(before, forms) {
  if (!before || before.pressing) return undefined;
  return forms.find((one) => one.order === before.order && one.title === before.title && !one.pressing);
}
