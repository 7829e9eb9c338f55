import { type FormatPage, formatPage } from '@hot/domain/contract/format'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { formatDescription, formatJsonLd } from './format-head.ts'

const format = (next_episode: FormatPage['next_episode']) =>
  exampleOf(formatPage, { slug: 'sommerhaus', name: 'Sommerhaus', next_episode })
const night = {
  event_date: '2026-10-24',
  event_time: '23:30:00',
  title: 'Finale',
  event_type: 'finale',
  duration_minutes: 240,
}

test('search engines are told of the next or running broadcast, with its end across the clock change', () => {
  expect(formatJsonLd(format(night), (path) => `https://hot.example${path}`)[1]).toMatchObject({
    '@type': 'BroadcastEvent',
    startDate: '2026-10-24T21:30:00.000Z',
    endDate: '2026-10-25T01:30:00.000Z',
  })
  expect(formatJsonLd(format(null), String)).toHaveLength(1)
})

test('a repeat is no next episode', () => {
  expect(formatDescription(format(night))).toContain('Nächste Folge am 24. Oktober 2026.')
  expect(formatDescription(format({ ...night, event_type: 'rerun' }))).toContain('Wiederholung am 24. Oktober 2026.')
})
