/**
 * Names every `any` in what the scripts of a configuration declare to each other, written there or inferred;
 * silent where there is none. It reads the declarations that the type checker makes of the scripts, so that
 * what stays inside a module does not count.
 */

import ts from "typescript";

/** @param {string} path  of a configuration of the type checker @returns {ts.Program} */
function programOf(path) {
  const more = { noEmit: false, declaration: true, emitDeclarationOnly: true };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
  const config = ts.getParsedCommandLineOfConfigFile(path, more, host);
  if (!config || !config.fileNames.length) throw new Error(`${path} names no scripts.`);
  return ts.createProgram(config.fileNames, config.options);
}

/** @param {ts.Diagnostic} fault @returns {never} */
function refuse(fault) {
  throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
}

/** @param {string} script @param {string} text  its declarations @returns {string[]} */
function faultsOf(script, text) {
  const source = ts.createSourceFile("declared.d.ts", text, ts.ScriptTarget.ES2022, true);
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} node @param {string[]} within */
  const visit = (node, within) => {
    const name = nameOf(node);
    const path = name ? [...within, name] : within;
    if (node.kind === ts.SyntaxKind.AnyKeyword) names.add(path.join("."));
    ts.forEachChild(node, (child) => visit(child, path));
  };
  visit(source, []);
  return [...names].map((name) => `${script}: any in ${name}`);
}

/** What a declaration is called; empty for any other node. @param {ts.Node} node @returns {string} */
function nameOf(node) {
  if (ts.isConstructorDeclaration(node)) return "constructor";
  const name = ts.isVariableStatement(node) ? undefined : ts.getNameOfDeclaration(asDeclaration(node));
  return name?.getText() ?? "";
}

/** @param {ts.Node} node */
function asDeclaration(node) {
  return /** @type {ts.Declaration | undefined} */ (ts.isSourceFile(node) ? undefined : node);
}

/** @param {ts.Program} program @returns {string[]} */
function faultsIn(program) {
  /** @type {string[]} */
  const faults = [];
  const { emitSkipped } = program.emit(undefined, (_, text, __, ___, sources) => {
    for (const source of sources ?? []) faults.push(...faultsOf(source.fileName, text));
  });
  if (emitSkipped) throw new Error("The type checker makes no declarations.");
  return faults;
}

for (const path of process.argv.slice(2)) for (const fault of faultsIn(programOf(path))) console.log(fault);
