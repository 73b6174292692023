/** Where an import leads that one static folder makes into another. */

import { existsSync, readFileSync } from "node:fs";

const config = new URL("../tsconfig.json", import.meta.url);

/** Every static folder, as the type checker knows them. @type {URL[]} */
const ROOTS = JSON.parse(readFileSync(config, "utf8")).compilerOptions.rootDirs.map(
  (/** @type {string} */ folder) => new URL(`${folder}/`, config),
);

/**
 * Answers node's question where an imported module lies, and that a script of the site is a module.
 * @param {string} specifier
 * @param {{parentURL?: string}} context
 * @param {(specifier: string, context: object) => Promise<{url: string}>} next
 */
export async function resolve(specifier, context, next) {
  const found = await next(served(specifier, context.parentURL ?? ""), context);
  return rootOf(found.url) ? { ...found, format: "module" } : found;
}

/** @param {string} address */
function rootOf(address) {
  return ROOTS.find((root) => address.startsWith(root.href));
}

/**
 * What the specifier stands for where all static folders are one.
 * @param {string} specifier @param {string} from
 */
function served(specifier, from) {
  const home = rootOf(from);
  if (!home || !specifier.startsWith(".")) return specifier;
  const own = from.slice(home.href.length);
  const path = new URL(specifier, new URL(own, "file:///")).pathname.slice(1);
  const there = ROOTS.map((root) => new URL(path, root)).find((address) => existsSync(address));
  return there?.href ?? specifier;
}
