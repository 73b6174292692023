/** Preview of a club's emblem, updated with every choice. */

const PARTS = ["charge", "field", "first", "second"];

/** URL of the emblem as selected in the form. @param {FormData} chosen @param {string} pattern */
export function signAddress(chosen, pattern) {
  return pattern.replace("DEVICE", PARTS.map((part) => String(chosen.get(part) ?? "")).join("."));
}

/**
 * What the other tincture becomes when one was chosen: it stays, but where both were metals or both colours
 * it is what the chosen one was before.
 *
 * @param {{now: string, before: string, other: string}} tinctures @param {string[]} metals
 */
export function otherTincture({ now, before, other }, metals) {
  return metals.includes(now) === metals.includes(other) ? before : other;
}

/** Always combine a metal with a colour. @param {HTMLFormElement} form @param {string[]} metals */
function pairTinctures(form, metals) {
  const [first, second] = ["first", "second"].map((name) => form.elements.namedItem(name));
  if (!(first instanceof HTMLSelectElement) || !(second instanceof HTMLSelectElement)) return;
  for (const [chosen, other] of [
    [first, second],
    [second, first],
  ]) {
    let before = chosen.value;
    const remember = () => {
      before = chosen.value;
    };
    other.addEventListener("change", () => setTimeout(remember));
    chosen.addEventListener("change", () => {
      other.value = otherTincture({ now: chosen.value, before, other: other.value }, metals);
      setTimeout(remember);
    });
  }
}

/** @param {HTMLImageElement} picture @param {HTMLFormElement} form */
function follow(picture, form) {
  pairTinctures(form, (picture.dataset.metals ?? "").split(" "));
  form.addEventListener("change", () => {
    picture.src = signAddress(new FormData(form), picture.dataset.signs ?? "");
  });
}

const picture = globalThis.document?.getElementById("sign-preview");
const form = picture?.closest("form");
if (form) follow(/** @type {HTMLImageElement} */ (picture), form);
