/** Where requests get the viewer's token. */
export type TokenSource = {
  /** null for guests and while a session cannot be confirmed. */
  accessToken(): Promise<string | null>
  /** A new token in place of one the backend refused; null when the session is over. */
  renewedToken(): Promise<string | null>
}

/** undefined: nothing may be requested yet. */
export let tokenSource: (() => Promise<TokenSource>) | undefined

/** Called by the router's setup, before anything can be requested. `from` is loaded with the first request. */
export function registerTokenSource(from: () => Promise<TokenSource>): void {
  tokenSource = from
}

let left = false

/** Whether requests sent now must outlive the page. */
export const pageIsLeft = (): boolean => left

/** False for a page that comes back from the browser's cache. */
export function noteLeaving(leaving: boolean): void {
  left = leaving
}
