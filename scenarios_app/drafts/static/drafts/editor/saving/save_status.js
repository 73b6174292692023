/** The status line next to the title: whether all changes are saved, and restored changes. */

import { h } from "../../../darkseas/kit/dom.js";

/** @param {HTMLElement} line @param {() => void} retry */
export function savedState(line, retry) {
  const words = h("span", {});
  const again = h("button", { type: "button", class: "quiet", hidden: true, onclick: retry }, "Try again");
  const login = h(
    "a",
    {
      hidden: true,
      target: "_blank",
      rel: "noopener",
      href: `/login/?next=${encodeURIComponent(location.pathname)}`,
    },
    "Log in",
  );
  line.replaceChildren(words, again, login);
  return (/** @type {import("./autosave.js").Status} */ status, /** @type {string} */ detail) => {
    line.dataset.status = status;
    if (words.textContent !== detail) words.textContent = detail;
    again.hidden = status !== "offline" && status !== "refused" && status !== "loggedOut";
    login.hidden = status !== "loggedOut";
  };
}

/** @param {number} changes @param {number} since */
export function broughtBack(changes, since) {
  const when = new Date(since).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return changes === 1
    ? `One change from ${when} was not saved yet. It is back.`
    : `${changes} changes from ${when} were not saved yet. They are back.`;
}
