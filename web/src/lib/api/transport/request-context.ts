/** Provides the viewer's token for requests. */
export type TokenSource = {
  /** null for guests and while a session cannot be confirmed. */
  accessToken(): Promise<string | null>
  /** Replaces a token that the backend refused; null when the session has ended. */
  renewedToken(): Promise<string | null>
}

/** undefined: requests are not allowed yet. */
export let tokenSource: (() => Promise<TokenSource>) | undefined

/** Called by the router's setup before the first request. `from` is called with each request. */
export function registerTokenSource(from: () => Promise<TokenSource>): void {
  tokenSource = from
}
