import { expect, test } from 'vitest'
import { screens } from '../screens.ts'
import { installationWarnings, rehearsalLine } from './warnings.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const complete = {
  operator: 'HoT e. V.',
  street: 'Weg 1',
  city: '20095 Hamburg',
  email: 'post@hot.example',
  responsible: 'Lina',
  hoster: 'Rechenzentrum',
  supervisory_authority: 'Hamburg',
  phone: '040 1',
}
const fine = { mails: true, backups: { by: 'operator', at: '2026-11-20T03:00:00Z' } } as const

test('a complete installation has no warnings', () => {
  expect(installationWarnings(fine, complete, now)).toEqual([])
  expect(installationWarnings({ mails: true, backups: { by: 'supabase', at: null } }, complete, now)).toEqual([])
})

test('pictures that do not say who made them are counted, and lead to where they are', () => {
  const warnings = (uncredited_stars: number, uncredited_news: number) =>
    installationWarnings(fine, complete, now, { uncredited_stars, uncredited_news })
  expect(warnings(0, 0)).toEqual([])
  expect(warnings(0, 1)).toMatchObject([{ title: 'Bild ohne Nachweis', place: { name: 'News' } }])
  expect(warnings(2, 1)).toMatchObject([
    { title: '3 Bilder ohne Nachweis', place: { name: 'Stars', search: { fehlt: 'nachweis' } } },
  ])
})

test('missing legal data is named', () => {
  const [warning] = installationWarnings(fine, { ...complete, city: ' ', hoster: '' }, now)
  expect(warning?.text).toContain('Postleitzahl und Ort, Hosting-Anbieter')
})

test('there are warnings about missing SMTP, a missing and an old backup', () => {
  const titles = installationWarnings({ mails: false, backups: { by: 'operator', at: null } }, complete, now).map(
    ({ title }) => title,
  )
  expect(titles).toEqual(['Es werden keine Mails verschickt', 'Keine Sicherung bekannt'])
  const old = { mails: true, backups: { by: 'operator', at: '2026-11-13T11:00:00Z' } } as const
  expect(installationWarnings(old, complete, now)[0]?.title).toBe('Die letzte Sicherung ist 8 Tage alt')
})

test('each warning leads to the screen that mends it or says what does', () => {
  const everything = {
    mails: false,
    backups: { by: 'server', at: null, since: '2026-11-01T00:00:00Z', everyHours: 24 },
    copy: { at: null, isMissing: true },
    rehearsal: { at: '2026-11-21T03:50:12.000Z', seconds: 1, result: 'failed', lastGoodAt: null },
  } as const
  const found = installationWarnings(everything, { ...complete, hoster: '' }, now)
  expect(found.map(({ place }) => place.path)).toEqual(['/admin/texts', ...Array<string>(4).fill('/admin/operations')])
  expect(screens.map(({ path }) => `/admin/${path}`)).toEqual(
    expect.arrayContaining(found.map(({ place }) => place.path)),
  )
})

test('there are no warnings while the state is unknown', () => {
  expect(installationWarnings(undefined, undefined, now)).toEqual([])
})

test('while the server makes backups by itself, only one that is overdue is a warning', () => {
  const shown = (since: string, at: string | null) =>
    installationWarnings({ mails: true, backups: { by: 'server', at, since, everyHours: 24 } }, complete, now).map(
      ({ title }) => title,
    )
  // A new site waits a day for its first one.
  expect(shown('2026-11-21T11:00:00Z', null)).toEqual([])
  expect(shown('2026-11-20T07:00:00Z', null)).toEqual([])
  expect(shown('2026-11-20T05:00:00Z', null)).toEqual(['Die erste Sicherung ist ausgeblieben'])
  expect(shown('2026-11-20T13:00:00Z', '2026-11-20T13:00:00Z')).toEqual([])
  expect(shown('2026-11-18T03:00:00Z', '2026-11-18T03:00:00Z')).toEqual(['Die letzte Sicherung ist vom 18. November'])
})

test('a backup that has not left the machine, and one that could not be restored, are warnings', () => {
  const at = '2026-11-21T03:50:12.000Z'
  const rehearsal = {
    at,
    seconds: 12,
    result: 'failed',
    problem: 'hot.tar.gz ist beschädigt.',
    lastGoodAt: null,
  } as const
  const titles = (more: object) => installationWarnings({ ...fine, ...more }, complete, now).map(({ title }) => title)
  expect(titles({ copy: { at: null, isMissing: true }, rehearsal })).toEqual([
    'Die letzte Sicherung liegt nur auf diesem Rechner',
    'Die Sicherung ließ sich in der Probe nicht zurückspielen',
  ])
  expect(titles({ copy: { at, isMissing: false }, rehearsal: null })).toEqual([])
  expect(titles({ rehearsal: { ...rehearsal, result: 'skipped' } })).toEqual([])
})

test('the last rehearsal is one line', () => {
  const at = '2026-11-21T03:50:12.000Z'
  const good = { at, seconds: 12, result: 'ok', lastGoodAt: at } as const
  const backupAt = '2026-11-20T14:40:00.000Z'
  expect(rehearsalLine({})).toBeNull()
  expect(rehearsalLine({ rehearsal: null })).toBe('Eine Wiederherstellung wurde hier noch nicht geprobt.')
  expect(rehearsalLine({ rehearsal: { ...good, file: 'hot-auto.tar.gz', backupAt } })).toBe(
    'Probe einer Wiederherstellung gelungen, 21. November 2026, 04:50 Uhr: hot-auto.tar.gz, Stand 20. November 2026, 15:40 Uhr (12 s).',
  )
  expect(rehearsalLine({ rehearsal: { ...good, file: null, backupAt } })).toContain('eine frische Kopie, Stand')
  expect(rehearsalLine({ rehearsal: { ...good, result: 'failed' } })).toBe(
    'Probe einer Wiederherstellung gescheitert, 21. November 2026, 04:50 Uhr (12 s).',
  )
  expect(rehearsalLine({ rehearsal: { ...good, result: 'skipped', problem: 'Zu wenig.' } })).toBe(
    'Probe einer Wiederherstellung ausgelassen, 21. November 2026, 04:50 Uhr: Zu wenig.',
  )
})
