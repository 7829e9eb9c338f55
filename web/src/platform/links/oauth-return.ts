import { nativeOAuthWaitMs } from '@hot/domain/auth/timing'
import type { OAuthBrowser } from './shell-links.native.ts'

/** The in-app browser; null on the website, where the page itself goes to the provider. */
export async function oauthBrowser(): Promise<OAuthBrowser | null> {
  // Spelled out: with a constant of another module, the website's build would include the plugins.
  if (import.meta.env.VITE_SHELL !== 'native') return null
  const { inAppBrowser } = await import('./shell-links.native.ts')
  return inAppBrowser
}

export type OAuthAnswer = OAuthReturn | { kind: 'closed' } | { kind: 'late' }

/** Calls back after this many milliseconds; returns the cancel function. */
export type After = (ms: number, callback: () => void) => () => void

/**
 * Returning to the app by its link also closes Android's browser, and the two events come in any order. After the
 * browser closed, wait this long for the link (ms).
 */
const linkGrace = 500

const onTimer: After = (ms, callback) => {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

/**
 * Opens the provider's page and waits for the return link, for at most five minutes or until the person
 * closes the browser. On success the browser stays open; the caller closes it after exchanging the code.
 */
export async function askProvider(
  browser: OAuthBrowser,
  url: string,
  returnAddress: string,
  after: After = onTimer,
): Promise<OAuthAnswer> {
  let resolve: (answer: OAuthAnswer) => void = () => {}
  const promise = new Promise<OAuthAnswer>((settle) => {
    resolve = settle
  })
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

/** Result in a provider's return link. */
export type OAuthReturn =
  | { kind: 'code'; code: string }
  /** The provider or the backend refused, with its own message. */
  | { kind: 'error'; reason: string }

/** Parses a sign-in return link; null for other links. */
export function readReturn(link: string, returnAddress: string): OAuthReturn | null {
  const [address, query = ''] = link.split('#')[0]?.split('?') ?? []
  if (address !== returnAddress) return null
  const params = new URLSearchParams(query)
  const code = params.get('code')
  if (code) return { kind: 'code', code }
  return { kind: 'error', reason: params.get('error_code') ?? params.get('error') ?? 'missing code' }
}

let waiting = 0

/** Registers a sign-in that waits for the return link. Returns the unsubscribe function. */
export function awaitReturn(): () => void {
  waiting++
  return () => {
    waiting--
  }
}

/**
 * Path for a return link that no sign-in is waiting for, because the system ended the app while the provider's page was
 * open: the page that completes sign-in. It only gets the code, which is useless without this device's verifier. Without
 * one (`isUnderWay`) nobody here is signing in, and any page can open such a link: it leads nowhere.
 */
export function lateReturnPath(link: string, returnAddress: string, isUnderWay: boolean): string | null {
  const answer = waiting > 0 || !isUnderWay ? null : readReturn(link, returnAddress)
  if (!answer) return null
  const params: Record<string, string> =
    answer.kind === 'code' ? { code: answer.code } : { error: 'access_denied', error_code: answer.reason }
  return `/auth/callback?${new URLSearchParams(params)}`
}
