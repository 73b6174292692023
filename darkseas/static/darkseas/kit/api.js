/** Asking the site's API: JSON both ways, with the token against forged requests. */

const COOKIES = ["__Host-csrftoken", "csrftoken"];
const PATIENCE_MS = 30_000;

/** @typedef {{detail?: string, errors?: unknown, [name: string]: unknown}} Problem  why a request fails */

/** What the API would not do, as its problem says; `status` 0 where it could not be reached. */
export class Refusal extends Error {
  /** @param {number} status @param {Problem | null} problem */
  constructor(status, problem) {
    super(problem?.detail || "The site cannot be reached.");
    this.status = status;
    /** @type {Problem} */
    this.problem = problem ?? {};
    /** @type {{pointer: string, detail: string}[]} */
    this.errors = Array.isArray(problem?.errors) ? problem.errors : [];
  }

  /** Whether a retry of the same request may succeed. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
  /** Whether the login has expired or lacks permission. */
  get isLoggedOut() {
    return this.status === 401 || this.status === 403;
  }
}

/** Returns an idempotency key that no other request has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} cookies */
function tokenFrom(cookies) {
  for (const name of COOKIES) {
    const cookie = cookies.split("; ").find((pair) => pair.startsWith(`${name}=`));
    if (cookie) return decodeURIComponent(cookie.slice(name.length + 1));
  }
  return "";
}

/** @param {string} fallback  a token from the page, where the cookie cannot be read */
export function createApi(fallback) {
  /**
   * @param {string} method @param {string} path @param {unknown} [body]
   * @param {{keepalive?: boolean, headers?: Record<string, string>}} [how] @returns {Promise<unknown>}
   */
  async function request(method, path, body, { keepalive = false, headers: more = {} } = {}) {
    /** @type {Record<string, string>} */
    const headers = { Accept: "application/json", ...more };
    if (method !== "GET") headers["X-CSRFToken"] = tokenFrom(document.cookie) || fallback;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const options = {
      method,
      headers,
      keepalive,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    };
    const answer = await fetch(path, options).catch(() => null);
    if (!answer) throw new Refusal(0, null);
    const content = await answer.json().catch(() => null);
    if (!answer.ok)
      throw new Refusal(answer.status, content ?? { detail: "The site could not do this. Try again." });
    return content;
  }

  return {
    /** @param {string} path @returns {Promise<unknown>} */
    get: (path) => request("GET", path),
    /**
     * @param {string} path @param {unknown} [body] @param {{headers?: Record<string, string>}} [how]
     * @returns {Promise<unknown>}
     */
    post: (path, body, how) => request("POST", path, body ?? {}, how),
    /**
     * @param {string} path @param {unknown} body @param {{keepalive?: boolean}} [how]
     * @returns {Promise<unknown>}
     */
    put: (path, body, how) => request("PUT", path, body, how),
    /** @param {string} path @param {unknown} body @returns {Promise<unknown>} */
    patch: (path, body) => request("PATCH", path, body),
  };
}
