/** Promises that a test keeps or breaks when it will. */

/** @template T @returns {{promise: Promise<T>, keep: (value: T) => void, fail: (fault: unknown) => void}} */
export function held() {
  /** @type {(value: T) => void} */
  let keep = () => {};
  /** @type {(fault: unknown) => void} */
  let fail = () => {};
  const promise = /** @type {Promise<T>} */ (
    new Promise((kept, broken) => {
      [keep, fail] = [kept, broken];
    })
  );
  return { promise, keep, fail };
}

/** Lets go on what waits for nothing but its turn. */
export async function settle() {
  for (let i = 0; i < 30; i += 1) await null;
}
