/** Turns and phases reached from an entry, by the outline alone. Pure. */

/** @typedef {import("../../darkseas/chart/types.js").Outline} Outline */

const BEFORE = "Before turn 1";

/**
 * A stretch of the log, from `first` to before the next one.
 * @typedef {{turn: number, phase: string, turnTitle: string, title: string, rule: string, first: number}}
 *   Stretch
 */

/**
 * Phases in order; entries before the first phase of a turn belong to the turn only.
 * @param {Outline} outline @returns {Stretch[]}
 */
export function stretches(outline) {
  /** @type {Stretch[]} */
  const found = [];
  const first = outline.turns[0]?.first ?? outline.entries;
  if (first > 0) found.push({ turn: 0, phase: "", turnTitle: BEFORE, title: "", rule: "", first: 0 });
  for (const turn of outline.turns) {
    const turnTitle = turnName(turn);
    if (!turn.phases.length || turn.phases[0].first > turn.first)
      found.push({ turn: turn.turn, phase: "", turnTitle, title: "", rule: "", first: turn.first });
    for (const phase of turn.phases)
      found.push({
        turn: turn.turn,
        phase: phase.phase,
        turnTitle,
        title: phase.title,
        rule: phase.rule,
        first: phase.first,
      });
  }
  return found;
}

/** @param {{turn: number, title?: string}} turn */
function turnName(turn) {
  const plain = turn.turn ? `Turn ${turn.turn}` : BEFORE;
  if (!turn.title || turn.title === plain) return plain;
  return turn.title.startsWith(plain) ? turn.title : `${plain}: ${turn.title}`;
}

/** The stretch that contains entry n. @param {Stretch[]} all @param {number} n @returns {Stretch} */
export function stretchAt(all, n) {
  let [low, high] = [0, all.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (all[middle].first <= n) low = middle;
    else high = middle - 1;
  }
  return all[low] ?? { turn: 0, phase: "", turnTitle: "", title: "", rule: "", first: 0 };
}

/**
 * First entries of turns, or of phases.
 * @param {Outline} outline @param {"turn" | "phase"} kind @returns {number[]}
 */
export function starts(outline, kind) {
  const turns = outline.turns.map((turn) => turn.first);
  const found =
    kind === "turn" ? turns : outline.turns.flatMap((turn) => turn.phases.map((phase) => phase.first));
  return [0, ...found.filter((first) => first > 0)];
}

/**
 * The next start after n; the last entry if there is none.
 * @param {number[]} from @param {number} n @param {number} last
 */
export function nextStart(from, n, last) {
  return from.find((first) => first > n) ?? last;
}

/** The start before n: first that of the current part. @param {number[]} from @param {number} n */
export function previousStart(from, n) {
  return from.findLast((first) => first < n) ?? 0;
}
