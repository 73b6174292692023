/**
 * What stands for all text of a page when its contrast is asked: of text that is alike in all that contrast
 * hangs on (its colour, size and weight, and every background behind it), the first few pieces.
 *
 * What is lifted out of the flow may lie over anything, and so is like nothing outside itself.
 * @param {number} most how many of each
 * @returns {Element[]}
 */
(most) => {
  const behind = new Map();
  const found = [];
  const seen = new Map();
  let lifted = 0;

  function backgrounds(element) {
    if (!element) return "";
    if (!behind.has(element)) {
      behind.set(element, backgrounds(element.parentElement) + ownBackground(element));
    }
    return behind.get(element);
  }

  function ownBackground(element) {
    const style = getComputedStyle(element);
    const isLifted = style.position !== "static" || style.transform !== "none" || style.float !== "none";
    const place = isLifted ? `lifted ${(lifted += 1)}` : "";
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = style;
    return `${[backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join()} ${place}/`;
  }

  function hasText(element) {
    if (element.matches("input, textarea, select")) return true;
    return [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  }

  for (const element of document.querySelectorAll("body, body *")) {
    if (!hasText(element)) continue;
    const { color, fill, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
    const letters = [color, fill, fontSize, fontWeight, textShadow, visibility, element.checkVisibility()];
    const look = `${letters.join()} ${backgrounds(element)}`;
    seen.set(look, (seen.get(look) ?? 0) + 1);
    if (seen.get(look) <= most) found.push(element);
  }
  return found;
};
