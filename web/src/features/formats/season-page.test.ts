import { type CalendarEvent, calendarEvent } from '@hot/domain/contract/event'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { nextOf, SeasonNext } from './season-page.tsx'

const now = Date.parse('2026-11-29T20:30:00+01:00')

const broadcast = (id: string, event_date: string, event_time: string, more: Partial<CalendarEvent> = {}) =>
  exampleOf(calendarEvent, { id, event_type: 'episode', event_date, event_time, duration_minutes: 60, ...more })

const past = broadcast('past', '2026-11-22', '20:15')
const running = broadcast('running', '2026-11-29', '20:15')
const rerun = broadcast('rerun', '2026-11-29', '23:00', { event_type: 'rerun' })
const later = broadcast('later', '2026-12-06', '20:15')

test.each([
  ['what is on air', [past, running, rerun, later], 'running'],
  ['the next new one, before a repeat that comes first', [past, rerun, later], 'later'],
  ['a repeat, where nothing else comes', [past, rerun], 'rerun'],
  ['what is not cancelled', [broadcast('cancelled', '2026-11-30', '20:15', { is_cancelled: true }), later], 'later'],
  ['nothing, once all is over', [past], undefined],
])('a season begins with %s', (_, episodes, id) => {
  expect(nextOf(episodes, now)?.id).toBe(id)
})

const streamed = { streaming_platform: 'RTL+', streaming_url: 'https://plus.rtl.de' }

test.each([
  ['while it runs', { ...running, ...streamed }, true],
  ['not while it runs where nobody streams it', running, false],
  ['not before', { ...later, ...streamed }, false],
])('the way to the broadcast is offered %s', (_, event, offered) => {
  const markup = renderToStaticMarkup(createElement(SeasonNext, { event, now }))
  expect(markup.includes('href="https://plus.rtl.de"')).toBe(offered)
  expect(markup.includes('RTL+ öffnen')).toBe(offered)
})
