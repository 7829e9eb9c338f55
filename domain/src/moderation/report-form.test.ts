import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { appealForm, type ReportFields, reportForm } from './report-form.ts'

const typed: ReportFields = { reason: 'spam', details: '', name: '', email: '', goodFaith: false }
const mistakes = (fields: ReportFields, isGuest: boolean) =>
  Object.keys(formIssues(reportForm(isGuest).safeParse(fields).error?.issues ?? []))

test('guests are asked who they are, members are not', () => {
  expect(mistakes(typed, false)).toEqual([])
  expect(mistakes(typed, true)).toEqual(['name', 'email', 'goodFaith'])
  expect(mistakes({ ...typed, reason: '' }, false)).toEqual(['reason'])
})

test('an appeal must have a text', () => {
  expect(appealForm.safeParse({ message: ' \n' }).error?.issues[0]?.message).toBe(
    'Schreib, warum du anderer Meinung bist.',
  )
  expect(appealForm.parse({ message: ' Nein. ' })).toEqual({ message: 'Nein.' })
})
