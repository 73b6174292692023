/**
 * What belongs to a person in this browser: who logs in here next is not offered it, and finds it again when
 * they log in anew. The page tells whose it is by a key of the account, which stands before each name.
 *
 * What was kept while nobody was logged in has no such key. It goes to the account that opens it next, since
 * a visitor's seats stay open to this browser when they log in.
 */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Store */

/**
 * The part of a store that is one account's. Where the browser lets nothing be kept, its functions raise what
 * the browser raises.
 * @param {() => Store} [storeOf]  asked each time: a browser may refuse the store itself
 * @param {{account?: string, takesOver?: boolean}} [how]  `takesOver`: whether what nobody's name stands on
 *   is the account's too
 * @returns {Store}
 */
export function ownStorage(
  storeOf = () => localStorage,
  { account = accountOfPage(), takesOver = true } = {},
) {
  const own = (/** @type {string} */ name) => (account ? `account:${account}/${name}` : name);
  return {
    getItem(name) {
      const store = storeOf();
      const kept = store.getItem(own(name));
      if (kept !== null || !account || !takesOver) return kept;
      const left = store.getItem(name);
      if (left === null) return null;
      store.setItem(own(name), left);
      store.removeItem(name);
      return left;
    },
    setItem: (name, text) => storeOf().setItem(own(name), text),
    removeItem: (name) => storeOf().removeItem(own(name)),
  };
}

/** The key of the account for which the page was made, "" where nobody is logged in. */
function accountOfPage() {
  return document.documentElement.dataset.account ?? "";
}
