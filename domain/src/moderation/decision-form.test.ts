import { expect, test } from 'vitest'
import { caseDecisionForm, reasonForm } from './decision-form.ts'

/** Field and message of each issue. */
const issuesOf = (result: { error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }) =>
  (result.error?.issues ?? []).map(({ path, message }) => [path[0], message])

const fields = {
  rule: 'tone',
  severity: 'medium',
  days: '7',
  forGood: false,
  removes: false,
  parts: [],
  reason: ' Beleidigt jemanden. ',
} as const

test('a reason is trimmed, and must not be blank', () => {
  expect(reasonForm().parse({ reason: ' Spam. ', rule: 'content' })).toEqual({ reason: 'Spam.', rule: 'content' })
  expect(issuesOf(reasonForm().safeParse({ reason: ' \n ', rule: 'content' }))).toEqual([
    ['reason', 'Bitte gib einen Grund für diese Moderationsaktion an.'],
  ])
  expect(reasonForm({ required: false }).parse({ reason: '  ', rule: 'law_hate' })).toEqual({
    reason: '',
    rule: 'law_hate',
  })
  expect(issuesOf(reasonForm({ missing: 'Warum?' }).safeParse({ reason: '', rule: 'tone' }))).toEqual([
    ['reason', 'Warum?'],
  ])
})

const range = 'Eine Sperre dauert 1 bis 3.650 Tage, oder für immer.'
test.each([
  ['7', false, null],
  ['30', false, null],
  ['31', false, 'Länger als 30 Tage sperren nur Admins.'],
  ['31', true, null],
  ['3650', true, null],
  ['3651', true, range],
  ['0', true, range],
  ['', false, range],
  ['zwei', false, range],
])('a ban of "%s" days, by an admin: %s', (days, isAdmin, message) => {
  const result = caseDecisionForm({ isBan: true, isAdmin }).safeParse({ ...fields, days })
  expect(issuesOf(result)).toEqual(message ? [['days', message]] : [])
})

test('the length counts only for a ban with an end', () => {
  expect(caseDecisionForm({ isBan: false, isAdmin: false }).safeParse({ ...fields, days: '' }).success).toBe(true)
  const forGood = { ...fields, days: '', forGood: true }
  expect(caseDecisionForm({ isBan: true, isAdmin: true }).safeParse(forGood).success).toBe(true)
})

test('whoever resets a profile says what of it', () => {
  const form = caseDecisionForm({ isBan: false, isAdmin: false, needsParts: 'always' })
  expect(issuesOf(form.safeParse(fields))).toEqual([['parts', 'Wähl aus, was zurückgesetzt wird.']])
  expect(form.safeParse({ ...fields, parts: ['bio'] }).success).toBe(true)
  const warning = caseDecisionForm({ isBan: false, isAdmin: false, needsParts: 'removing' })
  expect(warning.safeParse(fields).success).toBe(true)
  expect(warning.safeParse({ ...fields, removes: true }).success).toBe(false)
})
