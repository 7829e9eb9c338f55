import { expect, test } from 'vitest'
import { formIssues } from '../../../tests/support/form-issues.ts'
import { type NewsFields, newsForm } from './news-form.ts'

const now = new Date('2026-11-21T19:00:00Z')
const news: NewsFields = {
  title: 'Es geht los',
  excerpt: '',
  body: '',
  url: '',
  alt: '',
  credit: '',
  creditSource: '',
  license: '',
  tags: [],
  publication: 'draft',
  day: '2026-11-21',
  time: '20:00',
}
const mistakes = (changes: Partial<NewsFields>) =>
  formIssues(newsForm(() => now).safeParse({ ...news, ...changes }).error?.issues ?? [])

test.each([
  ['no title', { title: '  ' }, 'title'],
  ['a link that is none', { url: 'javascript:alert(1)' }, 'url'],
  ['a time that has passed', { publication: 'scheduled', day: '2026-11-21', time: '19:59' }, 'day'],
  ['no time', { publication: 'scheduled', time: '' }, 'day'],
  ['an impossible day', { publication: 'scheduled', day: '2027-02-30' }, 'day'],
] as const)('%s is a mistake', (_what, changes, field) => {
  expect(Object.keys(mistakes(changes))).toEqual([field])
})

test('a later time is invalid', () => {
  expect(mistakes({ publication: 'scheduled', time: '20:01' })).toEqual({})
})
