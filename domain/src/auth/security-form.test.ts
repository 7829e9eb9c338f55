import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { changePasswordSchema, deletionSchema, factorNameSchema, newEmailSchema } from './security-form.ts'

type Checked = { error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] } | undefined }
const mistakes = ({ error }: Checked) => formIssues(error?.issues ?? [])

test.each([
  ['anna', 'Das ist keine gültige E-Mail-Adresse. Prüf sie noch einmal.'],
  [' Anna@GMX.de ', 'Das ist schon deine Adresse.'],
])('%j as a new address: %s', (email, message) =>
  expect(mistakes(newEmailSchema('anna@gmx.de').safeParse({ email }))).toEqual({ email: message }),
)

test('a new address is stored as typed', () => {
  expect(newEmailSchema('anna@gmx.de').parse({ email: ' ben@gmx.de' })).toEqual({ email: ' ben@gmx.de' })
})

test('problems of a new password and of its repetition are reported together', () => {
  const typed = { current: '', next: 'kurz', again: 'anders' }
  expect(Object.keys(mistakes(changePasswordSchema.safeParse(typed)))).toEqual(['next', 'again'])
  expect(mistakes(changePasswordSchema.safeParse({ current: '', next: 'sommerhaus', again: 'sommerhaus' }))).toEqual({})
})

test('a device needs a name, which is trimmed', () => {
  expect(mistakes(factorNameSchema.safeParse({ device: ' ' }))).toEqual({ device: 'Gib dem Gerät einen Namen.' })
  expect(factorNameSchema.parse({ device: ' Mein Handy ' })).toEqual({ device: 'Mein Handy' })
})

test.each([
  [' Löschen ', true],
  ['loeschen', false],
  ['', false],
])('%j deletes the account: %s', (confirmation, meant) =>
  expect(deletionSchema.safeParse({ confirmation, withContent: false }).success).toBe(meant),
)
