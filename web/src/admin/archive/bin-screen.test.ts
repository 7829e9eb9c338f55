import { expect, test } from 'vitest'
import { alongText } from './bin-screen.tsx'

test.each([
  [
    { kind: 'format', counts: { seasons: 12, participants: 278, events: 1280 } },
    '12 Staffeln, 278 Teilnahmen und 1.280 Termine',
  ],
  [{ kind: 'star', counts: { votes: 1, fans: 2 } }, '1 Stimme und 2 Fans'],
  [{ kind: 'season', counts: { seasons: 1, participants: 1 } }, '1 Teilnahme'],
  [{ kind: 'event', counts: { events: 1 } }, ''],
  [{ kind: 'event', counts: { events: 10 } }, '10 Termine'],
  [{ kind: 'news', counts: {} }, ''],
] as const)('says what comes back along with it: %o', (item, text) => {
  expect(alongText(item)).toBe(text)
})
