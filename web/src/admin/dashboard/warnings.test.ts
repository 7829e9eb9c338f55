import { expect, test } from 'vitest'
import { installationWarnings } from './warnings.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const complete = {
  operator: 'HoT e. V.',
  street: 'Weg 1',
  city: '20095 Hamburg',
  email: 'post@hot.example',
  responsible: 'Lina',
  hoster: 'Rechenzentrum',
  supervisory_authority: 'Hamburg',
}
const fine = { mails: true, backups: { by: 'operator', at: '2026-11-20T03:00:00Z' } } as const

test('a complete installation has no warnings', () => {
  expect(installationWarnings(fine, complete, now)).toEqual([])
  expect(installationWarnings({ mails: true, backups: { by: 'supabase', at: null } }, complete, now)).toEqual([])
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
