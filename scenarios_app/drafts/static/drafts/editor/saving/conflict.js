/** Two have saved one draft: what differs, and whose state stands. */

import { h } from "../../../darkseas/kit/dom.js";
import { difference, MOST_LINES } from "./difference.js";
import { fileOf, offerFile } from "./files.js";

/**
 * @param {object} clash
 * @param {any} clash.current  what the site has: version, spec, edited_by, edited_at
 * @param {any} clash.mine @param {string} clash.me
 * @param {() => void} clash.takeTheirs @param {() => void} clash.putMine
 */
export function showConflict({ current, mine, me, takeTheirs, putMine }) {
  const who = current.edited_by === me ? "You, in another window," : current.edited_by || "Somebody else";
  const when = new Date(current.edited_at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  const lines = difference(current.spec, mine);
  const table = h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": "What differs" },
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, "Where"),
          h("th", { scope: "col" }, "There now"),
          h("th", { scope: "col" }, "Yours"),
        ),
      ),
      h(
        "tbody",
        {},
        ...lines
          .slice(0, MOST_LINES)
          .map((one) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, one.where),
              h("td", {}, one.before),
              h("td", {}, one.after),
            ),
          ),
      ),
    ),
  );
  const putButton = h(
    "button",
    {
      type: "button",
      class: "button",
      disabled: true,
      onclick: () => {
        dialog.remove();
        putMine();
      },
    },
    "Put mine over it",
  );
  const seen = /** @type {HTMLInputElement} */ (
    h("input", { type: "checkbox", onchange: () => putButton.toggleAttribute("disabled", !seen.checked) })
  );
  const title = h("h2", { id: "conflict-title" }, "Two states of one draft");
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { class: "conflict", "aria-labelledby": title.id },
      title,
      h(
        "p",
        {},
        `${who} saved this draft at ${when}, while you were changing it. Nothing of yours is lost: it is kept in this browser.`,
      ),
      h(
        "p",
        { class: "row-buttons" },
        h(
          "button",
          {
            type: "button",
            class: "button main",
            onclick: () => {
              offerFile(fileOf(mine, "mine"));
              dialog.remove();
              takeTheirs();
            },
          },
          "Take theirs, keep mine as a file",
        ),
        h(
          "button",
          { type: "button", class: "button", onclick: () => offerFile(fileOf(mine, "mine")) },
          "Download mine",
        ),
      ),
      h("h3", {}, lines.length ? "What differs" : "Nothing differs that can be seen"),
      lines.length ? table : null,
      lines.length > MOST_LINES ? h("p", { class: "soft" }, "And more.") : null,
      h(
        "p",
        {},
        h(
          "label",
          { class: "tick" },
          seen,
          "I have looked at it, and mine shall stand. What was saved there stays among the earlier states.",
        ),
      ),
      h("p", { class: "row-buttons" }, putButton),
    )
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}
