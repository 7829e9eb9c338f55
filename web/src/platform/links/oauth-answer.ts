import { nativeOAuthWaitMs } from '@hot/domain/auth/timing'
import type { OAuthBrowser } from './oauth-browser.native.ts'
import { awaitReturn, type OAuthReturn, readReturn } from './sign-in-return.ts'

export type OAuthAnswer = OAuthReturn | { kind: 'closed' } | { kind: 'late' }

/** Calls back after so many milliseconds; the answer takes it back. */
export type After = (ms: number, callback: () => void) => () => void

/**
 * Coming back to the app by its link closes Android's browser as well, and which of the two is heard of first is not
 * certain. A closed browser therefore waits this long for a link (ms).
 */
const linkGrace = 500

const onTimer: After = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/**
 * Opens the provider's page and waits for the link back: five minutes at most, and not
 * beyond the person closing the browser. The browser stays open; the caller closes it after exchanging the code.
 */
export async function askProvider(
  browser: OAuthBrowser,
  url: string,
  returnAddress: string,
  after: After = onTimer,
): Promise<OAuthAnswer> {
  const { promise, resolve } = Promise.withResolvers<OAuthAnswer>()
  const stops = [
    awaitReturn(),
    await browser.onLink((link) => {
      const answer = readReturn(link, returnAddress)
      if (answer) resolve(answer)
    }),
    await browser.onClosed(() => stops.push(after(linkGrace, () => resolve({ kind: 'closed' })))),
    after(nativeOAuthWaitMs, () => resolve({ kind: 'late' })),
  ]
  try {
    await browser.open(url)
    return await promise
  } finally {
    for (const stop of stops) stop()
  }
}
