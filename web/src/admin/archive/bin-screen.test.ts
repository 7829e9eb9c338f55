import { expect, test } from 'vitest'
import { alongText } from './bin-screen.tsx'

test.each([
  [
    { kind: 'format', counts: { seasons: 12, participants: 278, events: 1280 } },
    '12 Staffeln, 278 Teilnahmen und 1.280 Termine',
  ],
  [{ kind: 'star', counts: { stars: 1, votes: 1, fans: 2 } }, '1 Stimme und 2 Fans'],
  [{ kind: 'merge', counts: { stars: 1, fans: 2 } }, '2 Fans'],
  [{ kind: 'format', counts: { formats: 1, seasons: 1 } }, '1 Staffel'],
  [
    { kind: 'import', counts: { formats: 1, seasons: 1, stars: 34, participants: 34, events: 2 } },
    '1 Format, 1 Staffel, 34 Stars, 34 Teilnahmen und 2 Termine',
  ],
  [{ kind: 'season', counts: { seasons: 1, participants: 1 } }, '1 Teilnahme'],
  [{ kind: 'event', counts: { events: 1 } }, ''],
  [{ kind: 'event', counts: { events: 10 } }, '10 Termine'],
  [{ kind: 'news', counts: {} }, ''],
] as const)('says what comes back along with it: %o', (item, text) => {
  expect(alongText(item)).toBe(text)
})
