/** Time limits of signing in, in milliseconds (docs/product/accounts.md). */

/** Upper bound for loading at app start; then whatever is known is shown. */
export const authStartOverallMs = 3000
/** A session that is unresolved by then counts as signed out until it resolves. */
export const authStartFastPathMs = 2000
/** How long the server's answer about the signed-in user is cached. */
export const authStateTtlMs = 180_000
/** Minimum interval between two such requests. */
export const authStateSpacingMs = 500
export const profileCacheMs = 120_000
/** A sign-in this soon after the account was created counts as a registration. */
export const registrationWindowMs = 60_000
/** How long the native app waits for the deep link after opening the provider's page. */
export const nativeOAuthWaitMs = 300_000
