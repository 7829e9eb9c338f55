import { expect, test } from 'vitest'
import { domainsOf, draftOf, mistakesIn, savedArguments } from './fields.ts'

const draft = draftOf({
  signup_mode: 'open',
  extra_mail_domains: ['firma.de'],
  auto_approve_after_posts: 5,
  auto_approve_warning_days: 90,
  posts_quota: 100,
  votes_quota: 1000,
  updated_at: '2026-11-21T20:15:00+00:00',
  updated_by: null,
})

test('what was loaded can be saved as it is', () => {
  expect(mistakesIn(draft)).toEqual({})
  expect(savedArguments(draft, 'x')).toMatchObject({
    p_values: { extra_mail_domains: ['firma.de'], posts_quota: 100 },
  })
})

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
  expect(Object.keys(mistakesIn({ ...draft, [field]: typed }))).toEqual([field])
})

test('domains come by line, comma or space, in small letters', () => {
  expect(domainsOf(' Firma.de,\nzwei.example ; drei.example ')).toEqual(['firma.de', 'zwei.example', 'drei.example'])
})
