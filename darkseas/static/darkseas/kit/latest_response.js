/** Answers in the order of their questions: one that comes after a newer question was put is dropped. */

/**
 * A way to ask of which only the newest question gets its answer; an older one gets undefined, whether its
 * answer came or it failed. The question is told how to know whether it is still the newest.
 * @returns {<T>(question: (isNewest: () => boolean) => Promise<T>) => Promise<T | undefined>}
 */
export function newestAnswer() {
  let newest = 0;
  return async (question) => {
    const number = (newest += 1);
    const isNewest = () => number === newest;
    try {
      const answer = await question(isNewest);
      return isNewest() ? answer : undefined;
    } catch (fault) {
      if (isNewest()) throw fault;
      return undefined;
    }
  };
}
