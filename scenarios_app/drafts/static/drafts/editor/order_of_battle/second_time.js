/** Asking before a ship that is in the draft already goes in once more. */

import { h } from "../../../darkseas/kit/dom.js";

/**
 * @param {string} name @param {string[]} places  the sides that she is in
 * @param {() => void} add  what is done where somebody wants her once more
 */
export function askForSecond(name, places, add) {
  const title = h("h2", { id: "second-title" }, `${name} is in this draft already`);
  const has = places.length > 1 ? "have" : "has";
  const words = `${places.join(" and ")} ${has} her. A ship is in one place at a time: add her once more?`;
  const text = h("p", { id: "second-text" }, words);
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", {
      class: "second-time",
      role: "alertdialog",
      "aria-labelledby": title.id,
      "aria-describedby": text.id,
      onclose: () => dialog.remove(),
    })
  );
  const answer = () => {
    dialog.close();
    add();
  };
  const leave = () => dialog.close();
  dialog.append(
    title,
    text,
    h(
      "p",
      { class: "row-buttons" },
      h("button", { type: "button", class: "button main", autofocus: true, onclick: leave }, "Leave it so"),
      h("button", { type: "button", class: "button", onclick: answer }, "Add her again"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
