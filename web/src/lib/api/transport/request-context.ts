/** Provides the viewer's token for requests. */
export type TokenSource = {
  /** null for guests and while a session cannot be confirmed. */
  accessToken(): Promise<string | null>
  /** Replaces a token that the backend refused; null when the session has ended. */
  renewedToken(): Promise<string | null>
}

/** undefined: requests are not allowed yet. */
export let tokenSource: (() => Promise<TokenSource>) | undefined

/** Called by the router's setup, before the first request, which calls `from`. */
export function registerTokenSource(from: () => Promise<TokenSource>): void {
  tokenSource = from
}

let left = false

/** Whether requests sent now must outlive the page. */
export const pageIsLeft = (): boolean => left

/** False for a page that comes back from the browser's cache. */
export function setPageLeft(leaving: boolean): void {
  left = leaving
}
