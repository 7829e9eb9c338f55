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
