/**
 * Checks the types of the scripts that each configuration includes, and names every `any` in what they
 * declare to each other, written there or inferred; silent where nothing is wrong. `any` is read in the
 * declarations that the type checker makes of the scripts, so that what stays inside a module does not count.
 * It does in one go what several calls of `tsc` would do, and parses each file once.
 */

import ts from "typescript";

/** Files that were parsed. @type {Map<string, ts.SourceFile | undefined>} */
const parsed = new Map();

/** @param {string} path  of a configuration of the type checker @returns {ts.Program} */
function programOf(path) {
  const more = { noEmit: false, declaration: true, emitDeclarationOnly: true };
  const reading = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: refuse };
  const config = ts.getParsedCommandLineOfConfigFile(path, more, reading);
  if (!config || !config.fileNames.length) throw new Error(`${path} names no scripts.`);
  const host = ts.createCompilerHost(config.options, true);
  const read = host.getSourceFile;
  host.getSourceFile = (name, ...how) => {
    if (!parsed.has(name)) parsed.set(name, read(name, ...how));
    return parsed.get(name);
  };
  return ts.createProgram(config.fileNames, config.options, host);
}

/** What does not fit in the scripts that the configuration itself includes. @param {ts.Program} program */
function misfitsIn(program) {
  const own = program.getRootFileNames().map((name) => program.getSourceFile(name));
  const found = own.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...found].map(placed);
}

/** @param {ts.Diagnostic} fault */
function placed({ file, start = 0, messageText }) {
  const words = ts.flattenDiagnosticMessageText(messageText, "\n");
  if (!file) return words;
  return `${file.fileName}:${file.getLineAndCharacterOfPosition(start).line + 1}: ${words}`;
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
function anyIn(program) {
  /** @type {string[]} */
  const faults = [];
  for (const name of program.getRootFileNames()) {
    const { emitSkipped } = program.emit(program.getSourceFile(name), (_, text) => {
      faults.push(...faultsOf(name, text));
    });
    if (emitSkipped) throw new Error(`The type checker makes no declarations of ${name}.`);
  }
  return faults;
}

for (const path of process.argv.slice(2)) {
  const program = programOf(path);
  for (const fault of [...misfitsIn(program), ...anyIn(program)]) console.log(fault);
}
