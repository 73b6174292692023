/** Two have saved one draft: what differs, and whose state stands. */

import { h } from "../../../darkseas/kit/dom.js";
import { difference, MOST_LINES } from "./difference.js";
import { fileOf, offerFile } from "./files.js";

/** @typedef {import("../types.js").Spec} Spec */
/** @typedef {import("./difference.js").Line} Line */

/**
 * @typedef {object} Conflict
 * @property {import("./autosave.js").SavedVersion} current  what the site has
 * @property {Spec} mine @property {string} me
 * @property {() => void} takeTheirs @property {() => void} putMine
 */

/** @param {Conflict} conflict */
export function showConflict(conflict) {
  const { current, mine } = conflict;
  const lines = difference(current.spec, mine);
  const title = h("h2", { id: "conflict-title" }, "Conflicting changes");
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: "conflict", "aria-labelledby": title.id })
  );
  dialog.append(
    title,
    h(
      "p",
      {},
      `${whoAndWhen(conflict)}, while you were changing it. ` +
        "Your changes are not lost: they are saved in this browser.",
    ),
    keepingMine(dialog, conflict),
    h("h3", {}, lines.length ? "Differences" : "No visible differences"),
    ...differences(lines),
    ...puttingMine(dialog, conflict),
  );
  dialog.addEventListener("cancel", (event) => event.preventDefault());
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Conflict} conflict */
function whoAndWhen({ current, me }) {
  const who = current.edited_by === me ? "You, in another window," : current.edited_by || "Somebody else";
  const when = new Date(current.edited_at ?? "").toLocaleTimeString([], {
    hour: "2-digit",
    minute: "2-digit",
  });
  return `${who} saved this draft at ${when}`;
}

/** The ways that keep ours as a file. @param {HTMLElement} dialog @param {Conflict} conflict */
function keepingMine(dialog, { mine, takeTheirs }) {
  const offer = () => offerFile(fileOf(mine, "mine"));
  const take = () => {
    offer();
    dialog.remove();
    takeTheirs();
  };
  return h(
    "p",
    { class: "row-buttons" },
    h("button", { type: "button", class: "button main", onclick: take }, "Use theirs, download mine"),
    h("button", { type: "button", class: "button", onclick: offer }, "Download mine"),
  );
}

/** @param {Line[]} lines */
function differences(lines) {
  if (!lines.length) return [];
  const head = ["Field", "Theirs", "Yours"].map((words) => h("th", { scope: "col" }, words));
  const rows = lines
    .slice(0, MOST_LINES)
    .map(({ where, before, after }) =>
      h("tr", {}, h("th", { scope: "row" }, where), h("td", {}, before), h("td", {}, after)),
    );
  return [
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "What differs" },
      h("table", {}, h("thead", {}, h("tr", {}, ...head)), h("tbody", {}, ...rows)),
    ),
    ...(lines.length > MOST_LINES ? [h("p", { class: "soft" }, "And more.")] : []),
  ];
}

/** Ours over theirs, once it was looked at. @param {HTMLElement} dialog @param {Conflict} conflict */
function puttingMine(dialog, { putMine }) {
  const put = () => {
    dialog.remove();
    putMine();
  };
  const button = h(
    "button",
    { type: "button", class: "button", disabled: true, onclick: put },
    "Overwrite with mine",
  );
  const isSeen = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox",
      onchange: () => button.toggleAttribute("disabled", !isSeen.checked),
    })
  );
  const words = "Keep my version. The other one stays among the earlier versions.";
  return [h("p", {}, h("label", { class: "tick" }, isSeen, words)), h("p", { class: "row-buttons" }, button)];
}
