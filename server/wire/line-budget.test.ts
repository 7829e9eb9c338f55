import { expect, test } from 'vitest'
import { boundLines } from './line-budget.ts'
import { logLines, type RequestLine } from './request-log.ts'

const slow: RequestLine = { level: 'warn', id: 'id', method: 'GET', path: '/stars', status: 200, ms: 5000 }

function bounded() {
  const written: { level: string; message: string }[] = []
  let now = 0
  const lines = boundLines(
    logLines('json', (line) => written.push(JSON.parse(line))),
    () => now,
  )
  const later = (ms: number) => {
    now += ms
  }
  return { written, lines, later }
}

test('a storm of slow answers leaves ten lines a minute, and says how many it left out', () => {
  const { written, lines, later } = bounded()
  for (let at = 0; at < 4000; at += 1) lines.request({ ...slow, id: `id-${at}`, path: `/p${at}` })
  expect(written).toHaveLength(10)
  expect(lines.unlogged()).toBe(3990)
  expect(lines.unlogged()).toBe(0)
  later(60_000)
  lines.request(slow)
  expect(written).toHaveLength(11)
})

test('an outage of thirty seconds leaves a line of each kind in ten seconds', () => {
  const { written, lines, later } = bounded()
  for (let second = 0; second < 30; second += 1) {
    for (let at = 0; at < 20; at += 1) lines.request({ ...slow, level: 'error', status: 503, cause: 'weg' })
    lines.line('Aufgabe refresh_charts ist gescheitert: keine Verbindung zur Datenbank', 'error')
    later(1000)
  }
  expect(written.filter(({ message }) => message === 'weg')).toHaveLength(3)
  expect(written.filter(({ message }) => message.startsWith('Aufgabe'))).toHaveLength(3)
  expect(lines.unlogged()).toBe(30 * 21 - 6)
})

test('a failure of another cause has its lines, however many there are of the first', () => {
  const { written, lines } = bounded()
  for (let at = 0; at < 100; at += 1) lines.request({ ...slow, level: 'error', status: 503, cause: 'zu voll' })
  for (let at = 0; at < 100; at += 1) lines.line('Die Datenbank ist weg', 'error')
  lines.request({ ...slow, level: 'error', status: 500, cause: 'kaputt' })
  expect(written.filter(({ message }) => message === 'zu voll')).toHaveLength(1)
  expect(written.filter(({ message }) => message === 'Die Datenbank ist weg')).toHaveLength(1)
  expect(written.filter(({ message }) => message === 'kaputt')).toHaveLength(1)
  expect(lines.unlogged()).toBe(198)
})

test('causes that are all different do not fill the memory, and ordinary lines are never left out', () => {
  const { written, lines } = bounded()
  for (let at = 0; at < 1000; at += 1) lines.line(`Fehler ${at}`, 'error')
  expect(written).toHaveLength(500)
  for (let at = 0; at < 50; at += 1) lines.line('Eine Migration lief')
  expect(written).toHaveLength(550)
  expect(lines.unlogged()).toBe(500)
})
