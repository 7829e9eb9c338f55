/** Time limits of signing in, in milliseconds (docs/product/accounts.md). */

/** At start, loading ends here at the latest: whatever is known by then is shown. */
export const authStartOverallMs = 3000
/** A session that is unresolved by then counts as signed out until it arrives. */
export const authStartFastPathMs = 2000
/** How long the server's word on who is signed in is taken as still true. */
export const authStateTtlMs = 180_000
/** The server is asked no more often than this. */
export const authStateSpacingMs = 500
export const profileCacheMs = 120_000
/** A sign-in this soon after the account was created counts as a registration. */
export const registrationWindowMs = 60_000
/** How long the native app waits for the deep link after opening the provider's page. */
export const nativeOAuthWaitMs = 300_000
