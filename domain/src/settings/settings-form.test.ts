import { expect, test } from 'vitest'
import { exampleOf } from '../../../tests/support/example-of.ts'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { domainsOf, type SettingsFields, settingsForm } from './settings-form.ts'

const settings = exampleOf(settingsForm, {
  signupMode: 'open',
  domains: 'firma.de',
  afterPosts: '5',
  warningDays: '90',
  postsQuota: '100',
  alertAfterHours: '12',
  awayAfterHours: '48',
  votesQuota: '1000',
})
const mistakes = (changes: Partial<SettingsFields>) =>
  formIssues(settingsForm.safeParse({ ...settings, ...changes }).error?.issues ?? [])

test.each([
  ['afterPosts', '-1'],
  ['afterPosts', '1001'],
  ['afterPosts', ''],
  ['warningDays', '3.5'],
  ['postsQuota', '0'],
  ['votesQuota', '1e5'],
  ['domains', 'firma'],
  ['domains', 'https://firma.de'],
  ['domains', 'gmail.com @boese.de'],
] as const)('%s %j is refused beside its field', (field, typed) => {
  expect(Object.keys(mistakes({ [field]: typed }))).toEqual([field])
})

test('a wrong domain is named', () => {
  expect(mistakes({ domains: 'gut.de boese' })).toEqual({
    domains: '„boese“ ist keine Domain. Schreib sie wie firma.de, eine je Zeile.',
  })
})

test('domains are separated by line, comma or space, and lower-cased', () => {
  expect(domainsOf(' Firma.de,\nzwei.example ; drei.example ')).toEqual(['firma.de', 'zwei.example', 'drei.example'])
})
