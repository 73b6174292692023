/**
 * Adds a button to each link that is to be sent: it copies the link, or selects the text for copying by hand.
 */

import { h } from "../darkseas/kit/dom.js";

for (const link of document.querySelectorAll(".field.link")) {
  const input = /** @type {HTMLInputElement} */ (link.querySelector("input"));
  const told = h("span", { class: "small soft", role: "status" });
  const copy = async () => {
    input.select();
    const isCopied = await navigator.clipboard?.writeText(input.value).then(
      () => true,
      () => false,
    );
    told.textContent = isCopied ? "Copied." : "Text selected: copy it now.";
  };
  const words = link.querySelector("label")?.textContent ?? "";
  const named = { "aria-label": `Copy link ${words.toLowerCase()}` };
  link.append(h("button", { type: "button", class: "button", onclick: copy, ...named }, "Copy link"), told);
}
