import { expect, test } from 'vitest'
import { type ReportDraft, reportMistakes } from './report-rules.ts'

const guest = { name: 'Gerda Gast', email: 'gerda@example.org' }
const draft: ReportDraft = { reason: 'spam', details: '', goodFaith: true, childAbuse: false, guest }

test('a report with a reason can be sent, by members as by guests', () => {
  expect(reportMistakes(draft)).toEqual({})
  expect(reportMistakes({ ...draft, guest: null })).toEqual({})
})

test.each<[string, ReportDraft, string[]]>([
  ['no reason', { ...draft, reason: '' }, ['reason']],
  ['something else without saying what', { ...draft, reason: 'other', details: ' \n ' }, ['details']],
  ['too long a text', { ...draft, details: 'x'.repeat(2001) }, ['details']],
  [
    'a guest of blanks',
    { ...draft, goodFaith: false, guest: { name: '  ', email: 'gerda@' } },
    ['goodFaith', 'name', 'email'],
  ],
  ['a guest with a novel for a name', { ...draft, guest: { ...guest, name: 'x'.repeat(101) } }, ['name']],
])('%s is refused at its field', (_, given, fields) => {
  expect(Object.keys(reportMistakes(given))).toEqual(fields)
})
