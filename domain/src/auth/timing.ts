/** Time limits of signing in, in milliseconds (docs/product/accounts.md). */

/** Longest wait for the account at app start; after that the page is shown with what is known. */
export const authStartOverallMs = 3000
/** A session not read by then counts as signed out until it has been read. */
export const authStartFastPathMs = 2000
/** How long a press waits for a stored session to be read, on a slow phone, before its member is told that it takes long. */
export const pressPatienceMs = 15_000
/** How long the response with the signed-in user is cached. */
export const authStateTtlMs = 180_000
/** Shortest interval between two requests for the signed-in user. */
export const authStateSpacingMs = 500
export const profileCacheMs = 120_000
/** A sign-in this soon after the account was created counts as a registration. */
export const registrationWindowMs = 60_000
/** How long the native app waits for the deep link after opening the provider's page. */
export const nativeOAuthWaitMs = 300_000
