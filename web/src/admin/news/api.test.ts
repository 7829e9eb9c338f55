import type { AdminNewsItem } from '@hot/domain/contract/admin/news'
import { expect, test } from 'vitest'
import { newsFields, publishedAt } from './api.ts'

const now = new Date('2026-11-21T19:00:00Z')
const fields = { ...newsFields(null, now), title: 'Es geht los' }
const online: AdminNewsItem = {
  id: '20000000-0000-4000-8000-000000000001',
  slug: 'es-geht-los',
  title: 'Es geht los',
  excerpt: null,
  body: '',
  image_url: null,
  url: null,
  published_at: '2026-11-20T10:20:00.123456+00:00',
  state: 'online',
  image_alt: null,
  image_credit: null,
  tag_refs: [],
  versions: [],
  updated_at: '2026-11-20T10:20:00.123456+00:00',
}

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
