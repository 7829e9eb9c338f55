import { expect, test } from 'vitest'
import { type MinuteFigures, minuteVerdict, secondsText } from './slow-minute.ts'

const calm: MinuteFigures = {
  ...{ requests: 300, p95: 40, slow: 0, failed: 0, refused: 0, queue: 2 },
  ...{ statement_p95: 4, statement_max: 60, session_max: 10, loop_p99: 15, loop_max: 90, cpu: 20 },
}

test.each<[string, Partial<MinuteFigures>, string[]]>([
  ['calm', {}, ['Unauffällig: Datenbank, Warteschlange und Rechenzeit waren in Ordnung.']],
  ['empty', { requests: 0 }, ['Niemand hat etwas angefragt.']],
  [
    'a locked table',
    { statement_max: 3000, session_max: 20, slow: 3 },
    [
      'Einzelne Abfragen dauerten bis zu 3 s, 95 von 100 unter 4 ms: Sie hatten viel zu lesen oder warteten auf etwas, das eine andere festhielt. 3 Antworten kamen später als nach 2 s.',
    ],
  ],
  [
    'a job that takes long, and nobody waits',
    { statement_max: 6000 },
    [
      'Unauffällig: Datenbank, Warteschlange und Rechenzeit waren in Ordnung.',
      'Eine Abfrage dauerte 6 s, ohne dass jemand darauf wartete: meist eine Aufgabe im Hintergrund oder eine Sicherung.',
    ],
  ],
  [
    'a job that takes long beside faults of something else',
    { statement_max: 6000, failed: 2 },
    ['Der Server antwortete mit Fehlern (2). Die Zeilen „error“ im Log nennen Seite und Grund.'],
  ],
  [
    'statements that are long throughout',
    { statement_max: 3000, statement_p95: 900 },
    ['Die Datenbank war beschäftigt: Die längste Abfrage dauerte 3 s.'],
  ],
  [
    'the one session of the embedded database held for long',
    { statement_max: 8050, session_max: 7400 },
    ['Die Datenbank war beschäftigt: Die längste Abfrage dauerte 8,1 s. Andere warteten bis zu 7,4 s auf sie.'],
  ],
  [
    'many short statements',
    { session_max: 2500 },
    ['Die Datenbank hatte zu viel auf einmal zu tun: Anfragen warteten bis zu 2,5 s, bis sie dran waren.'],
  ],
  [
    'CPU taken by others',
    { loop_p99: 900, cpu: 30, statement_max: 4100, session_max: 3500 },
    [
      'Zu wenig Rechenzeit: Der Server kam erst nach 0,9 s zu seiner Arbeit und bekam nur 30 % eines Kerns. Etwas anderes auf dem Rechner war schneller dran.',
    ],
  ],
  [
    'one stall that 99 of 100 looks did not see',
    { loop_max: 2400, p95: 2300, slow: 4 },
    [
      'Der Server stand einmal 2,4 s lang still: Wer in dieser Zeit etwas wollte, wartete so lange. Davor und danach war er pünktlich. Sieh nach, was da lief: eine Sicherung, ein anderes Programm, zu wenig Speicher.',
    ],
  ],
  [
    'a minute of a version that did not measure stalls',
    { loop_max: null },
    ['Unauffällig: Datenbank, Warteschlange und Rechenzeit waren in Ordnung.'],
  ],
  [
    'its own work',
    { loop_p99: 400, cpu: 98 },
    ['Der Server war ausgelastet: Er nutzte 98 % eines Kerns und kam erst nach 0,4 s zu neuer Arbeit.'],
  ],
  [
    'many readers',
    { requests: 5200, queue: 80, loop_p99: 400, cpu: 120 },
    ['Viele Leute auf einmal: 80 Seiten warteten zugleich darauf, gebaut zu werden, bei 5200 Anfragen in der Minute.'],
  ],
  [
    'faults alone',
    { failed: 3 },
    ['Der Server antwortete mit Fehlern (3). Die Zeilen „error“ im Log nennen Seite und Grund.'],
  ],
  ['refusals alone', { refused: 30 }, ['Eine Grenze hat Anfragen abgewiesen (30). Meist ist das ein einzelnes Netz.']],
  [
    'slow for no reason that is seen here',
    { p95: 4000 },
    [
      'Einzelne Antworten brauchten lange (4 s), ohne dass Datenbank, Warteschlange oder Rechenzeit auffallen. Oft ist es die Leitung der Leser:innen. Traf es viele zugleich, stand der Rechner kurz still: Sieh nach Speicher und anderen Programmen.',
    ],
  ],
])('a minute says what it looks like: %s', (_, more, verdict) => {
  expect(minuteVerdict({ ...calm, ...more })).toEqual(verdict)
})

test('a locked table under many readers names the table first', () => {
  const [first, second] = minuteVerdict({ ...calm, statement_max: 3000, slow: 5, queue: 60 })
  expect([first, second]).toEqual([
    expect.stringMatching(/^Einzelne Abfragen/),
    expect.stringMatching(/^Viele Leute auf einmal/),
  ])
})

test.each([
  [99, '99 ms'],
  [100, '0,1 s'],
  [2940, '2,9 s'],
  [20_300, '20 s'],
])('%i ms are %s', (ms, text) => expect(secondsText(ms)).toBe(text))
