/** Guests meanwhile: pages that are in the cache, and the page of the post, which changes all the time. */
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type GuestsReport, NIGHT, type Night, seconds, urlOf } from './night.ts'

const agent = new http.Agent({ keepAlive: true })
const pages = ['/', '/stars', '/formate', '/kalender']

function get(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent, timeout: 30_000 }, (response) =>
      response.on('end', () => resolve(response.statusCode === 200)).resume(),
    )
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}

export async function visitAsGuests(night: Night): Promise<GuestsReport> {
  const report: GuestsReport = { cachedMs: [], postMs: [], failed: 0 }
  for (const page of pages) for (const url of night.urls) await get(url + page)
  const begin = performance.now()
  const visit = async (path: string, due: number, turn: number, waits: number[]) => {
    await pause(Math.max(0, due - performance.now()))
    if (!(await get(urlOf(night, turn) + path))) report.failed += 1
    waits.push(performance.now() - due)
  }
  const cached = Array.from({ length: NIGHT.guestPagesASecond * seconds }, (_, turn) =>
    visit(
      pages[turn % pages.length] ?? '/',
      begin + (turn * 1_000) / NIGHT.guestPagesASecond,
      turn >> 2,
      report.cachedMs,
    ),
  )
  const changing = Array.from({ length: seconds }, (_, turn) =>
    visit(night.path, begin + turn * 1_000, turn, report.postMs),
  )
  await Promise.all([...cached, ...changing])
  return report
}
