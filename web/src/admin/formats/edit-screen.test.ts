import { expect, test } from 'vitest'
import { deletionText } from './edit-screen.tsx'

const season = (participants: number) => ({
  id: '20000000-0000-4000-8000-000000000001',
  season_number: 1,
  title: null,
  participants,
  status: 'upcoming' as const,
})

test.each([
  [
    { seasons: [], events: 0, posts: 0 },
    'An diesem Format hängen keine Staffeln und keine Termine. 30 Tage lang kannst du alles aus dem Papierkorb zurückholen.',
  ],
  [
    { seasons: [season(1)], events: 1, posts: 1 },
    'Mit dem Format verschwinden 1 Staffel, 1 Teilnahme und 1 Termin im Kalender. 1 Beitrag verliert den Tag. 30 Tage lang kannst du alles aus dem Papierkorb zurückholen.',
  ],
  [
    { seasons: [season(12), season(0)], events: 1250, posts: 1000 },
    'Mit dem Format verschwinden 2 Staffeln, 12 Teilnahmen und 1.250 Termine im Kalender. Mindestens 1.000 Beiträge verlieren den Tag. 30 Tage lang kannst du alles aus dem Papierkorb zurückholen.',
  ],
])('says what is deleted with a format: %o', (format, text) => {
  expect(deletionText(format)).toBe(text)
})
