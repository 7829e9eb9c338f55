import { expect, test } from 'vitest'
import { siteMail } from './mail-outbox.ts'
import { briefingLines } from './team-mails.ts'

const site = 'https://hot.example'
const now = Date.parse('2026-11-27T06:00:00Z')
const nothing = {
  posts: { count: 0, oldest: null },
  reports: { count: 0, oldest: null },
  appeals: { count: 0, oldest: null },
  today: [],
  unusual: [],
  broken: [],
}

test('the briefing says what fails, what waits and for how long, what is unusual and what runs today, in this order', () => {
  const lines = briefingLines(
    {
      posts: { count: 3, oldest: '2026-11-26T16:00:00+00:00' },
      reports: { count: 1, oldest: '2026-11-24T06:00:00+00:00' },
      appeals: { count: 1, oldest: '2026-11-27T05:30:00+00:00' },
      today: [
        { time: '20:15', title: 'Sommerhaus', channel: 'RTL', is_cancelled: false },
        { time: '22:00', title: 'Nachklapp', channel: null, is_cancelled: true },
      ],
      unusual: [{ kind: 'members', yesterday: 1200, usual: 3.6 }],
      broken: ['refresh_charts'],
    },
    now,
  )
  expect(lines).toEqual([
    { text: 'Im Hintergrund scheitert: refresh_charts', path: '/admin' },
    { text: '3 Beiträge warten, die älteste Sache seit 14 Stunden', path: '/admin/posts' },
    { text: '1 gemeldete Sache wartet seit 3 Tagen', path: '/admin/reports' },
    { text: '1 Einspruch wartet seit eben', path: '/admin/appeals' },
    { text: 'Auffällig: gestern 1.200 neue Mitglieder, sonst etwa 4 am Tag', path: '/admin/week' },
    { text: '20:15 Sommerhaus (RTL)', path: '/kalender' },
    { text: 'Fällt aus: 22:00 Nachklapp', path: '/kalender' },
  ])
  expect(briefingLines(nothing, now)).toEqual([])
})

const mail = (template: string, data: Record<string, string>) =>
  siteMail({ id: 4, recipient: 'chefin@example.org', template, data }, site)

test('the mail of the morning links each line, and titles stay text', () => {
  const today = [{ time: '20:15', title: '<b>Haus</b> {{ .Email }}', channel: 'RTL', is_cancelled: false }]
  const { subject, html, text, to } = mail('briefing', { facts: JSON.stringify({ ...nothing, today }) })
  expect({ subject, to }).toEqual({ subject: 'Dein Lagebericht', to: 'chefin@example.org' })
  expect(html).not.toContain('<b>Haus</b>')
  expect(html).toContain(`href="${site}/kalender"`)
  expect(html).toContain(`href="${site}/account/einstellungen#team-mails"`)
  expect(text).toContain('20:15 <b>Haus</b> {{ .Email }} (RTL)')
})

test('an urgent mail says in its subject what it is, and leads to where it is decided', () => {
  const { subject, html } = mail('team_alert', { alert: 'appeal', title: 'Einspruch gegen eine Entscheidung' })
  expect(subject).toBe('Eilt: Einspruch gegen eine Entscheidung')
  expect(html).toContain(`href="${site}/admin/appeals"`)
  expect(mail('team_alert', { alert: 'job', title: 'Im Hintergrund scheitert: x' }).html).toContain(
    `href="${site}/admin"`,
  )
  expect(() => mail('team_alert', { alert: 'unknown', title: 'x' })).toThrow()
})

test('alerts that gathered are one mail: each thing a line of its own with its place, the same said once', () => {
  const alerts = [
    { alert: 'illegal_content', title: 'Gemeldet: Illegaler Inhalt' },
    { alert: 'appeal', title: 'Einspruch gegen eine Entscheidung' },
    { alert: 'illegal_content', title: 'Gemeldet: Illegaler Inhalt' },
  ]
  const { subject, html, text } = mail('team_alert', { alerts: JSON.stringify(alerts) })
  expect(subject).toBe('Eilt: Gemeldet: Illegaler Inhalt (2-mal) und 1 weitere')
  for (const path of ['/admin', '/admin/reports', '/admin/appeals']) expect(html).toContain(`href="${site}${path}"`)
  expect(text.match(/Einspruch gegen eine Entscheidung/g)).toHaveLength(1)
  const one = mail('team_alert', { alerts: JSON.stringify(alerts.slice(1, 2)) })
  expect(one.subject).toBe('Eilt: Einspruch gegen eine Entscheidung')
  expect(one.html.split(`href="${site}/admin/appeals"`), 'no list of one').toHaveLength(2)
  expect(() => mail('team_alert', { alerts: '[]' })).toThrow()
})

test('the briefing says first what would have been a mail of its own', () => {
  const alerts = [{ alert: 'appeal' as const, title: 'Einspruch gegen eine Entscheidung' }]
  expect(briefingLines({ ...nothing, broken: ['x'], alerts }, now)[0]).toEqual({
    text: 'Einspruch gegen eine Entscheidung',
    path: '/admin/appeals',
  })
})
