import { expect, test } from 'vitest'
import { starChoiceFailure } from './vote-failure.ts'

test.each([
  [0, '', /Keine Verbindung/],
  [401, '', /Melde dich neu an/],
  [429, '', /Warte ein paar Minuten/],
  [400, 'rate_limited', /Warte ein paar Minuten/],
  [400, 'unknown_star', /gibt es bei uns nicht mehr/],
  [403, '', /darf gerade nicht abstimmen/],
  [400, 'writing_refused', /darf gerade nicht abstimmen/],
  [500, '', /gleich noch einmal/],
])('status %i with hint „%s“ says what to do', (status, hint, text) =>
  expect(starChoiceFailure('vote', status, hint).text).toMatch(text),
)
