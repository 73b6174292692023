/**
 * Browser storage by account: other accounts do not see an account's items, which are available again at its
 * next login. Each name is prefixed by the account's key, which the page provides.
 *
 * Items stored while logged out have no key. They go to the first account that opens them, since a visitor
 * who logs in keeps the seats taken in this browser.
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
