/**
 * Names every function of the scripts that is too long, and every line that is too wide; silent where none
 * is.
 */

import { readFileSync } from "node:fs";
import ts from "typescript";

const MOST_LINES = 60;
const MOST_COLUMNS = 110;

/** @param {string} path @returns {string[]} */
function faultsOf(path) {
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const faults = text
    .split("\n")
    .flatMap((line, at) =>
      line.length > MOST_COLUMNS
        ? [`${path}:${at + 1}: a line of ${line.length} columns; ${MOST_COLUMNS} at most`]
        : [],
    );
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isFunctionLike(node)) {
      const [first, last] = [node.getStart(source), node.end].map(
        (position) => source.getLineAndCharacterOfPosition(position).line + 1,
      );
      const lines = last - first + 1;
      if (lines > MOST_LINES) {
        faults.push(`${path}:${first}: a function of ${lines} lines; ${MOST_LINES} at most`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

for (const path of process.argv.slice(2)) for (const fault of faultsOf(path)) console.log(fault);
