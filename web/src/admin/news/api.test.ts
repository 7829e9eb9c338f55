import { adminNewsItem } from '@hot/domain/contract/admin/news'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { newsFields, publishedAt } from './api.ts'

const now = new Date('2026-11-21T19:00:00Z')
const fields = { ...newsFields(null, now), title: 'Es geht los' }
const online = exampleOf(adminNewsItem, {
  slug: 'es-geht-los',
  title: 'Es geht los',
  published_at: '2026-11-20T10:20:00.123456+00:00',
  state: 'online',
})

test('new news is a draft; the suggested time is the current time in Berlin', () => {
  expect(fields).toMatchObject({ publication: 'draft', day: '2026-11-21', time: '20:00' })
  expect(publishedAt(fields, null)).toBe(null)
})

test('a scheduled time is an instant, in summer and winter', () => {
  const at = (day: string) => publishedAt({ ...fields, publication: 'scheduled', day, time: '20:15' }, null)
  expect(at('2026-12-01')).toBe('2026-12-01T19:15:00.000Z')
  expect(at('2027-07-01')).toBe('2027-07-01T18:15:00.000Z')
})

test('editing published news keeps its time to the microsecond', () => {
  const correction = newsFields(online, now)
  expect(publishedAt(correction, online)).toBe(online.published_at)
  expect(correction.publication).toBe('stays')
})
