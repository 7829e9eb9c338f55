import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { asServer, registerStaff } from '../../support/site/members.ts'
import { expect, test, visit } from '../support/journey.ts'
import { signIn } from '../support/member.ts'

const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** A Monday some ten weeks ahead: within the feeds, and unused by other journeys. */
const monday = () => {
  const day = dayAfter(new Date().toISOString().slice(0, 10), 70)
  return dayAfter(day, -((new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7))
}

type Programme = { format: string; slug: string; channel: string }

/** A channel and a format of this journey's own. */
async function ownProgramme(request: APIRequestContext): Promise<Programme> {
  const name = randomBytes(4).toString('hex')
  const write = async (table: string, data: object) => {
    const headers = { ...asServer(), prefer: 'return=representation' }
    const answer = await request.post(`/rest/v1/${table}`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(201)
    const [row] = await answer.json()
    return row
  }
  const channel = await write('broadcasters', { name: `Kanal ${name}` })
  const format = await write('formats', { name: `Sendung ${name}`, broadcaster_id: channel.id })
  return { format: format.name, slug: format.slug, channel: channel.name }
}

/** When the episodes run, as subscribers of `/formate/….ics` see them. */
async function feedOf(request: APIRequestContext, path: string, name: string): Promise<string[]> {
  const feed = await (await request.get(path)).text()
  return feed
    .split('BEGIN:VEVENT')
    .slice(1)
    .filter((event) => event.includes(name))
    .map((event) => /DTSTART;TZID=Europe\/Berlin:(\S+)/.exec(event)?.[1] ?? '')
    .sort()
}
const stamp = (day: string, time: string) => `${day.replaceAll('-', '')}T${time}00`

/** Guests' pages may be a minute behind. */
const withinAMinute = { timeout: 60_000 }
const dialog = (page: Page) => page.getByRole('dialog')
const save = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog(page)).toBeHidden()
}

test('a series planned here is public within a minute, and moves from one episode on', async ({
  page,
  playwright,
  baseURL,
}) => {
  const guest = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { format, slug, channel } = await ownProgramme(page.request)
  const first = monday()
  const days = [0, 7, 14, 21].map((later) => dayAfter(first, later))
  expect(await feedOf(guest, '/kalender.ics', format)).toEqual([])
  await signIn(page, await registerStaff(page.request, 'admin'))
  await visit(page, `/admin/calendar?datum=${first}`)

  await page.getByRole('button', { name: 'Neuer Termin' }).click()
  const form = dialog(page)
  await form.getByLabel('Format').selectOption({ label: format })
  await expect(form.getByLabel('Titel')).toHaveValue(format)
  await expect(form.getByLabel('Sender', { exact: true }).locator('option:checked')).toHaveText(channel)
  await form.getByLabel('Uhrzeit').fill('2215')
  await form.getByLabel('Minuten').fill('120')
  await expect(form.getByText('bis 00:15')).toBeVisible()
  await form.getByLabel('Folge Nr.').fill('1')
  await form.getByRole('switch', { name: 'Wiederholt sich (Serie)' }).click()
  await form.getByLabel('Letzter Tag').fill('2054-01-01')
  await form.getByLabel('Rhythmus').selectOption('täglich')
  await form.getByRole('button', { name: 'Speichern' }).click()
  await expect(form.getByText('Das wären mehr als 400 Folgen. Nimm ein früheres Ende.')).toBeVisible()
  await form.getByLabel('Rhythmus').selectOption('wöchentlich')
  await form.getByLabel('Letzter Tag').fill(days[3] ?? '')
  await expect(form.getByText(/^4 Folgen bis /)).toBeVisible()
  await save(page)
  const entry = page.getByRole('button', { name: format })
  await expect(entry).toBeVisible()

  const planned = days.map((day) => stamp(day, '2215'))
  for (const feed of ['/kalender.ics', `/formate/${slug}.ics`])
    await expect.poll(() => feedOf(guest, feed, format), withinAMinute).toEqual(planned)
  const shows = (path: string, text: string) =>
    expect.poll(async () => (await (await guest.get(path)).text()).includes(text), withinAMinute).toBe(true)
  await shows(`/kalender?ansicht=liste&datum=${first}`, format)
  await shows(`/formate/${slug}`, `${first}T22:15`)

  const quick = page.getByLabel('Schnell anlegen')
  await page.keyboard.press('n')
  await expect(quick).toBeFocused()
  await quick.fill(`Mo 23.30 Nachklapp @${channel} 45 Min`)
  await expect(page.getByText('Überschneidung auf diesem Sender:')).toBeVisible()
  await expect(page.getByText(new RegExp(`22:15 bis 00:15: ${format}`))).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Nachklapp' })).toBeVisible()
  await expect(page.getByText('Doppelt belegt')).toHaveCount(2)

  await visit(page, `/admin/calendar?datum=${days[1]}`)
  await entry.click()
  await form.getByRole('button', { name: 'diese und folgende (3)' }).click()
  await form.getByLabel('Uhrzeit').fill('21.00')
  await save(page)
  const moved = [stamp(first, '2215'), ...days.slice(1).map((day) => stamp(day, '2100'))]
  await expect.poll(() => feedOf(guest, `/formate/${slug}.ics`, format), withinAMinute).toEqual(moved)
  await shows(`/kalender?ansicht=liste&format=${slug}&datum=${days[1]}`, `${days[1]}T21:00`)

  await entry.click()
  await form.getByRole('button', { name: 'Löschen' }).click()
  const question = page.getByRole('dialog', { name: 'Termin löschen' })
  await question.getByRole('button', { name: 'alle (3)' }).click()
  await question.getByRole('button', { name: 'Ja, 3 Termine löschen' }).click()
  await expect(entry).toBeHidden()
  await expect.poll(() => feedOf(guest, '/kalender.ics', format), withinAMinute).toEqual([stamp(first, '2215')])
  await guest.dispose()
})

test('a moderator copies a week, sees the month, and cannot delete', async ({ page }) => {
  const { format, channel } = await ownProgramme(page.request)
  const first = monday()
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/calendar?datum=${first}`)
  const quick = page.getByLabel('Schnell anlegen')
  await quick.fill(`Fr 20.15 ${format} 90 Min`)
  await expect(page.getByText(`${format} · ${channel} · 90 Min.`)).toBeVisible()
  await quick.press('Enter')
  const entry = page.getByRole('button', { name: format })
  await expect(entry).toBeVisible()
  await expect(quick).toHaveValue('')

  await page.getByLabel('Format', { exact: true }).selectOption({ label: format })
  await page.getByRole('button', { name: 'Woche kopieren' }).click()
  await dialog(page).getByRole('button', { name: 'Woche kopieren' }).click()
  await expect(page.getByText('Ein Termin kopiert')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`datum=${dayAfter(first, 7)}`))
  await expect(entry).toBeVisible()

  await entry.click()
  await dialog(page).getByLabel('Uhrzeit').fill('abends')
  await dialog(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(dialog(page).getByText('Diese Uhrzeit gibt es nicht. Schreib sie so: 20:15.')).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: 'Löschen' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByRole('button', { name: 'Monat' }).click()
  await page
    .getByRole('table')
    .getByRole('button', { name: `20:15 ${format}` })
    .last()
    .click()
  await expect(dialog(page).getByLabel('Minuten')).toHaveValue('90')
})

test('a cancelled broadcast stays and says so: here, in the calendar and in what people subscribe to', async ({
  page,
  playwright,
  baseURL,
}) => {
  const guest = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const { format, slug } = await ownProgramme(page.request)
  const first = monday()
  await signIn(page, await registerStaff(page.request, 'moderator'))
  await visit(page, `/admin/calendar?datum=${first}`)
  await page.getByLabel('Schnell anlegen').fill(`Do 20.15 ${format} 90 Min`)
  await expect(page.getByText(new RegExp(`20:15 · ${format} .*90 Min`))).toBeVisible()
  await page.getByLabel('Schnell anlegen').press('Enter')
  const entry = page.getByRole('button', { name: format })
  await entry.click()
  await dialog(page).getByRole('switch', { name: 'Fällt aus' }).click()
  await expect(dialog(page).getByText('Wer dem Format folgt, erfährt es.')).toBeVisible()
  await save(page)
  await expect(page.getByText('Fällt aus', { exact: true })).toBeVisible()

  const feed = async () => (await (await guest.get(`/formate/${slug}.ics`)).text()).replaceAll('\r\n ', '')
  await expect.poll(feed, withinAMinute).toContain('STATUS:CANCELLED')
  expect(await feed()).toContain('SEQUENCE:1')
  const path = `/kalender?ansicht=liste&format=${slug}&datum=${dayAfter(first, 3)}`
  await expect.poll(async () => (await (await guest.get(path)).text()).includes('Fällt aus'), withinAMinute).toBe(true)
  await visit(page, path)
  const row = page.getByRole('article').filter({ hasText: format })
  await expect(row).toContainText('Fällt aus')
  await expect(row.getByRole('link', { name: /in den Kalender/ })).toHaveCount(0)
  await guest.dispose()
})
