import type { Page } from '@playwright/test'
import { asMember, type Session } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'

export const banner = (page: Page) => page.getByRole('region', { name: 'Einwilligung' })
export const choice = (page: Page, title: 'Nur notwendiges' | 'Alles akzeptieren') =>
  banner(page).getByRole('button', { name: title })
export const reopen = (page: Page) => page.getByRole('button', { name: 'Datenschutz-Einstellungen' })

/** The analytics requests of the page, from now on. */
export function recordCounting(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (/\/(analytics_events|user_sessions)\b/.test(request.url())) sent.push(`${request.method()} ${request.url()}`)
  })
  return sent
}

/** Names of everything stored on this device, session storage included. */
export const storedKeys = (page: Page) =>
  page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort())

export const storedConsent = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('hot_consent_v1') ?? 'null') as unknown)

/** The consent in the member's profile, and since when. */
export async function recordedConsent(request: Requests, session: Session) {
  const columns = 'analytics_consent,analytics_consent_updated_at'
  const answer = await request.get(`/rest/v1/profiles?select=${columns}`, { headers: asMember(session) })
  const [row] = (await answer.json()) as { analytics_consent: boolean; analytics_consent_updated_at: string | null }[]
  const at = row?.analytics_consent_updated_at
  return { full: row?.analytics_consent, at: at ? new Date(at).toISOString() : null }
}

/** As when another tab is opened. A headless page is never really hidden. */
export const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
