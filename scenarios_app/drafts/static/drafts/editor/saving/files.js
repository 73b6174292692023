/** The draft as a file, both ways. */

/**
 * A document as a file under a name that says which it is.
 * @param {import("../types.js").Spec} spec @param {string} [suffix]
 */
export function fileOf(spec, suffix = "") {
  const name = [spec.key || "scenario", suffix].filter(Boolean).join("-");
  return new File([`${JSON.stringify(spec, null, 2)}\n`], `${name}.json`, { type: "application/json" });
}

/** Lets the browser save a file. @param {File} file */
export function offerFile(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Reads a file that replaces the draft; key and rules system of the draft are kept.
 * Throws an Error with a message if the file cannot be used.
 * @param {string} text @param {import("../types.js").Spec} spec @returns {import("../types.js").Spec}
 */
export function readFile(text, spec) {
  /** @type {import("../types.js").Spec | null} */
  let content;
  try {
    content = JSON.parse(text);
  } catch (fault) {
    throw new Error("This file cannot be read. Choose a scenario file that was downloaded here (JSON).");
  }
  if (typeof content !== "object" || content === null || !Array.isArray(content.sides))
    throw new Error("This is no scenario file: it has no sides.");
  if (content.system !== spec.system)
    throw new Error("This file is for another rules system. Begin a new draft with it.");
  return { ...content, key: spec.key };
}
