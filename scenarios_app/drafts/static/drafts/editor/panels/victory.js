/** How the battle ends and is won: a form that is read back as sentences. */

import { h } from "../../../darkseas/kit/dom.js";
import { fieldsPart } from "../fields/fields.js";
import { same } from "../fields/document_paths.js";

/** @param {HTMLElement} element @param {import("../types.js").Context} context */
export function mount(element, context) {
  const form = fieldsPart({ context }, context.form.parts.aims?.fields ?? [], ["aims"]);
  const list = h("ul", { class: "sentences" });
  const none = h("p", { class: "soft" }, "The victory conditions appear here once they are complete.");
  /** @type {string[]} */
  let read = [];
  element.append(
    h(
      "p",
      { class: "lead" },
      "Define the end, the points and the winner. The rules’ summary is shown next to it.",
    ),
    h(
      "aside",
      { class: "read-back", "aria-labelledby": "aims-read" },
      h("h3", { id: "aims-read" }, "In words"),
      list,
      none,
    ),
    form.element,
  );

  function update() {
    form.update();
    const now = context.aims();
    none.hidden = now.length > 0;
    if (same(now, read)) return;
    read = now;
    list.replaceChildren(...now.map((one) => h("li", {}, one)));
  }
  context.onFindings(update);
  return { update };
}
