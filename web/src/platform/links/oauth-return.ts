import { nativeOAuthWaitMs } from '@hot/domain/auth/timing'
import type { OAuthBrowser } from './shell-links.native.ts'

export type OAuthAnswer = OAuthReturn | { kind: 'closed' } | { kind: 'late' }

/** Calls back after so many milliseconds; returns what cancels it. */
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

/** What a provider's link back says. */
export type OAuthReturn =
  | { kind: 'code'; code: string }
  /** The provider or the backend said no, in its own words. */
  | { kind: 'error'; reason: string }

/** What a link says, when it is the one that signing in leads back to; null for the app's other links. */
export function readReturn(link: string, returnAddress: string): OAuthReturn | null {
  const [address, query = ''] = link.split('#')[0]?.split('?') ?? []
  if (address !== returnAddress) return null
  const params = new URLSearchParams(query)
  const code = params.get('code')
  if (code) return { kind: 'code', code }
  return { kind: 'error', reason: params.get('error_code') ?? params.get('error') ?? 'missing code' }
}

let waiting = 0

/** Somebody waits for the link back from now on. Returns the unsubscribe function. */
export function awaitReturn(): () => void {
  waiting++
  return () => {
    waiting--
  }
}

/**
 * Where a link back leads when nobody waits for it any more, because the system ended the app while the provider's page was
 * open: the page that finishes signing in. Only the code goes there, which is worth nothing without this device's verifier.
 */
export function lateReturnPath(link: string, returnAddress: string): string | null {
  const answer = waiting > 0 ? null : readReturn(link, returnAddress)
  if (!answer) return null
  const said: Record<string, string> =
    answer.kind === 'code' ? { code: answer.code } : { error: 'access_denied', error_code: answer.reason }
  return `/auth/callback?${new URLSearchParams(said)}`
}
