import { type ConsentLevel, consentQuestion } from '@hot/domain/privacy/consent'
import { storageKeys } from '@hot/domain/privacy/storage-keys'
import type { Page, Request } from '@playwright/test'
import { asServer } from '../../support/site/members.ts'
import type { Requests } from '../../support/site/requests.ts'
import { expect } from './member.ts'

export type SentEvent = {
  id: string
  event_type: string
  user_id: string | null
  session_id: string
  page_path: string
  target_type: string | null
  target_id: string | null
  metadata: Record<string, unknown>
}
type SentBatch = { events: SentEvent[]; authorization: string | undefined; prefer: string | undefined }

const counts = (request: Request) => /\/rest\/v1\/(analytics_events|user_sessions)/.test(request.url())

/** The analytics requests of this page, from now on. */
export function recordCounting(page: Page) {
  const batches: SentBatch[] = []
  const scripts: string[] = []
  let requests = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
    if (!counts(request)) return
    requests += 1
    if (!request.url().includes('analytics_events')) return
    const { authorization, prefer } = request.headers()
    batches.push({ events: request.postDataJSON() as SentEvent[], authorization, prefer })
  })
  return {
    batches,
    scripts,
    requests: () => requests,
    /** Everything sent so far, in order. */
    events: () => batches.flatMap(({ events }) => events),
  }
}

/** Those of these scripts that contain the analytics endpoint. */
export async function scriptsThatCount(page: Page, urls: readonly string[]): Promise<string[]> {
  const bodies = await Promise.all(urls.map(async (url) => ({ url, body: await (await page.request.get(url)).text() })))
  return bodies.filter(({ body }) => body.includes('analytics_events')).map(({ url }) => url)
}

/** Chooses, as a guest, in another tab of the same browser; the page is notified immediately. */
export async function chooseElsewhere(page: Page, level: ConsentLevel): Promise<void> {
  const other = await page.context().newPage()
  await other.goto('/robots.txt')
  await other.evaluate(([key, record]) => localStorage.setItem(key, record), [
    storageKeys.consent,
    JSON.stringify({ level, acceptedAt: '2026-11-22T12:00:00.000Z', text: consentQuestion.version }),
  ] as const)
  await other.close()
}

/** Simulates the tab going to the background and coming back. A headless page is never really hidden. */
export const hideAndShow = (page: Page) =>
  page.evaluate(() => {
    for (const state of ['hidden', 'visible']) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }
  })

/** Clicks an element that counts as `click`, this many times. */
export const pressTheme = (page: Page, times: number) =>
  page.evaluate((count) => {
    const button = document.querySelector<HTMLElement>('[data-track=theme][aria-pressed=true]')
    for (let press = 0; press < count; press++) button?.click()
  }, times)

/** Names of the browser's stored analytics keys. */
export const storedKeys = (page: Page) =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => /analytics|conversions/.test(key)),
  )

/** Rows of one visit in the database, in the order in which they happened. */
export async function storedEvents(request: Requests, sessionId: string): Promise<SentEvent[]> {
  const answer = await request.get(`/rest/v1/analytics_events?session_id=eq.${sessionId}&order=created_at`, {
    headers: asServer(),
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json() as Promise<SentEvent[]>
}

type StoredVisit = { user_id: string; page_views: number; actions_count: number; device_info: object }

export async function storedVisit(request: Requests, sessionId: string): Promise<StoredVisit | undefined> {
  const answer = await request.get(`/rest/v1/user_sessions?id=eq.${sessionId}`, { headers: asServer() })
  const [visit] = (await answer.json()) as StoredVisit[]
  return visit
}
