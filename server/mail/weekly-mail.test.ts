import { expect, test } from 'vitest'
import { siteMail } from './mail-outbox.ts'
import { weeklyLines } from './weekly-mail.ts'

const figures = {
  members: 1200,
  active: 40,
  returning: 20,
  rumors: 3,
  polls: 2,
  discussions: 1,
  comments: 90,
  votes: 300,
  reactions: 80,
  reports: 4,
  report_seconds: 5400,
  post_seconds: null,
}
const week = {
  monday: '2026-11-16',
  now: figures,
  before: { ...figures, members: 10, report_seconds: null },
  top: { posts: [], stars: [], formats: [] },
}

test('each figure stands beside that of the week before', () => {
  const lines = weeklyLines(week).map(({ text }) => text)
  expect(lines[0]).toBe('Neue Mitglieder: 1.200 (10)')
  expect(lines.at(-1)).toBe('Bis zur Entscheidung über eine Meldung: 1,5 h (–)')
  expect(weeklyLines(week).every(({ path }) => path === '/admin/week')).toBe(true)
})

test('the mail of Monday names the week, links what was talked about, and titles stay text', () => {
  const post = {
    id: '0b7b1f0e-5f0a-4d53-9c11-5f5d3a1f9a01',
    type: 'rumor',
    title: '<b>Zoff</b> {{ .Email }}',
    slug: 'zoff',
    created_at: '2026-11-17T12:00:00+00:00',
    comments: 5,
    votes: 2,
    rumor: { status: 'unverified' },
  }
  const facts = JSON.stringify({ ...week, top: { ...week.top, posts: [post] } })
  const { subject, html, text } = siteMail(
    { id: 7, recipient: 'chefin@example.org', template: 'weekly', data: { facts } },
    'https://hot.example',
  )
  expect(subject).toBe('Deine Woche bei HoT')
  expect(text).toContain('Vom 16. November 2026 bis zum 22. November 2026')
  expect(text).toContain('Viel los: Gerücht: <b>Zoff</b> {{ .Email }}')
  expect(html).not.toContain('<b>Zoff</b>')
  expect(html).toContain('href="https://hot.example/trashtalk/geruechte/2026/11/17/zoff"')
})
