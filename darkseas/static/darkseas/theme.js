// Light or dark before anything is painted, and the button that changes it.
// Not a module: it must run at once.
(function () {
  "use strict";
  const KEY = "darkseas-theme";
  const root = document.documentElement;

  function kept() {
    try {
      return localStorage.getItem(KEY);
    } catch (refused) {
      return null;
    }
  }

  function isDark() {
    const theme = root.dataset.theme;
    return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  /** @param {HTMLElement} button */
  function label(button) {
    button.textContent = isDark() ? "Day" : "Night";
    button.setAttribute(
      "aria-label",
      isDark() ? "Show the site in day colours" : "Show the site in night colours",
    );
  }

  const theme = kept();
  if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  root.classList.add("scripted");

  // Results of battles are hidden for who wishes so, and where a link asks for it.
  function hidesResults() {
    if (/[?&]result=hidden(&|$)/.test(location.search)) return true;
    try {
      return localStorage.getItem("darkseas-results") === "hidden";
    } catch (refused) {
      return false;
    }
  }
  root.classList.toggle("hides-results", hidesResults());

  document.addEventListener("DOMContentLoaded", function () {
    const button = document.getElementById("theme");
    if (!button) return;
    button.hidden = false;
    label(button);
    button.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      try {
        localStorage.setItem(KEY, root.dataset.theme);
      } catch (refused) {
        /* private window: kept for this page */
      }
      label(button);
    });
  });
})();
