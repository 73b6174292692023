/** Keeps sections of the page open when it draws a new order. */

/** @typedef {import("../types.js").Form} Form */

/**
 * The form that was open and that nobody waits for, where it may still be filled.
 * @param {Form | undefined} before @param {Form[]} forms
 */
export function stillOpen(before, forms) {
  if (!before || before.pressing) return undefined;
  return forms.find((one) => one.order === before.order && one.title === before.title && !one.pressing);
}
