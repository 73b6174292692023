/** What differs between two documents, as lines for people. */

/** @typedef {import("../types.js").Place} Place */
/** @typedef {{where: string, before: string, after: string}} Line */

/** More lines than these help nobody. */
export const MOST_LINES = 60;

/** @param {unknown} before @param {unknown} after @returns {Line[]} */
export function difference(before, after) {
  /** @type {Line[]} */
  const lines = [];
  compare(before, after, [], lines);
  return lines;
}

/** @param {any} before @param {any} after @param {string[]} where @param {Line[]} lines */
function compare(before, after, where, lines) {
  if (before === after || lines.length > MOST_LINES) return;
  if (!isRecord(before) || !isRecord(after)) {
    const line = { where: where.join(" › "), before: briefly(before), after: briefly(after) };
    if (line.before !== line.after) lines.push(line);
    return;
  }
  const [former, latter] = [byName(before), byName(after)];
  for (const name of new Set([...Object.keys(former), ...Object.keys(latter)])) {
    compare(former[name], latter[name], [...where, wordsOf(name)], lines);
  }
}

/** Records, and lists whose members have keys, are compared member by member. @param {any} value */
function isRecord(value) {
  if (typeof value !== "object" || value === null) return false;
  return !Array.isArray(value) || (value.length > 0 && value.every((item) => item?.key));
}

/** @param {any} value @returns {Record<string, any>} */
function byName(value) {
  if (!Array.isArray(value)) return value;
  return Object.fromEntries(value.map((item) => [item.name || item.key, item]));
}

/** Fields whose keys say too little. @type {Record<string, string>} */
const TITLES = {
  class_key: "class in the ship data",
  class_name: "class",
  kind: "type",
  count: "number of ships",
};

/** @param {string} name */
function wordsOf(name) {
  return TITLES[name] ?? name.replace(/_/g, " ");
}

/** @param {any} value @returns {string} */
function briefly(value) {
  if (value === undefined || value === null || value === "") return "nothing";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value))
    return value.length
      ? short(
          value
            .map((item) =>
              typeof item === "object" ? (item?.name ?? item?.title ?? item?.text ?? "…") : String(item),
            )
            .join(", "),
        )
      : "nothing";
  if (typeof value === "object")
    return (
      short(
        String(
          value.name ??
            value.title ??
            Object.entries(value)
              .map(([key, inside]) => `${wordsOf(key)} ${briefly(inside)}`)
              .join(", "),
        ),
      ) || "nothing"
    );
  return short(String(value));
}

/** @param {string} text */
function short(text) {
  return text.length > 90 ? `${text.slice(0, 88)}…` : text;
}
