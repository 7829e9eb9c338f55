import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { appealForm, type ReportFields, reportForm } from './report-form.ts'

const typed: ReportFields = { reason: 'spam', details: '', name: '', email: '', goodFaith: false, childAbuse: false }
const mistakes = (fields: ReportFields, isGuest: boolean) =>
  Object.keys(formIssues(reportForm(isGuest).safeParse(fields).error?.issues ?? []))

test('guests are asked who they are, members are not', () => {
  expect(mistakes(typed, false)).toEqual([])
  expect(mistakes(typed, true)).toEqual(['goodFaith', 'name', 'email'])
  expect(mistakes({ ...typed, reason: '' }, false)).toEqual(['reason'])
})

test.each<[string, Partial<ReportFields>, string[]]>([
  ['nothing but a reason', {}, []],
  ['no reason', { reason: '' }, ['reason']],
  ['something else without saying what', { reason: 'other', details: ' \n ' }, ['details']],
  ['too long a text', { details: 'x'.repeat(2001) }, ['details']],
  ['a guest of blanks', { goodFaith: false, name: '  ', email: 'gerda@' }, ['goodFaith', 'name', 'email']],
  ['a guest with a novel for a name', { name: 'x'.repeat(101) }, ['name']],
])('%s is refused at its field, if at all', (_, given, fields) => {
  const guest = { ...typed, name: 'Gerda Gast', email: 'gerda@example.org', goodFaith: true }
  expect(mistakes({ ...guest, ...given }, true)).toEqual(fields)
})

test('illegal content needs an explanation and the statement of good faith, of members too; child abuse needs nobody', () => {
  const illegal = { ...typed, reason: 'illegal_content' } as const
  expect(mistakes(illegal, false)).toEqual(['details', 'goodFaith'])
  expect(mistakes({ ...illegal, details: 'Droht mit Mord.', goodFaith: true }, false)).toEqual([])
  const abuse = { ...illegal, childAbuse: true, goodFaith: true }
  expect(mistakes(abuse, true)).toEqual([])
  expect(mistakes({ ...abuse, email: 'gerda@' }, true), 'an address that is given is a real one').toEqual(['email'])
  expect(mistakes({ ...abuse, reason: 'spam' }, true), 'of illegal content only').toEqual(['name', 'email'])
})

test('an appeal must have a text', () => {
  expect(appealForm.safeParse({ message: ' \n' }).error?.issues[0]?.message).toBe(
    'Schreib, warum du anderer Meinung bist.',
  )
  expect(appealForm.parse({ message: ' Nein. ' })).toEqual({ message: 'Nein.' })
})
