import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import { expect, test } from 'vitest'
import { drainOutbox, mailShares, type Outbox, siteMail, tellHeld, type WaitingMail } from './mail-outbox.ts'

const site = 'https://hot.example'
const confirmation: WaitingMail = {
  id: 7,
  recipient: 'gerda@example.org',
  template: 'report_confirmation',
  data: { target: 'Beitrag', reason: 'Beleidigung/Hass', path: '/melden/bestaetigen#abc123' },
}
const outcome: WaitingMail = {
  id: 8,
  recipient: 'anna@example.org',
  template: 'report_outcome',
  data: {
    target: 'Kommentar',
    reason: 'Spam',
    outcome: '<script>alert(1)</script> Er ist weg.',
    about: '/trashtalk/diskussionen/2026/11/29/wer-bleibt',
  },
}

test('a mail of the site has text and HTML, links to this site, and runs no script', () => {
  const mail = siteMail(confirmation, site)
  expect(mail).toMatchObject({ to: 'gerda@example.org', subject: 'Bestätige deine Meldung bei HoT' })
  expect(mail.text).toContain('Meldung bestätigen:\nhttps://hot.example/melden/bestaetigen#abc123')
  expect(mail.text).toContain('Beleidigung/Hass')
  expect(mail.html).toContain('href="https://hot.example/melden/bestaetigen#abc123"')
  expect(mail.html).toContain('prefers-color-scheme: dark')
  const outcomeMail = siteMail(outcome, site)
  expect(outcomeMail.html).not.toContain('<script')
  expect(outcomeMail.text).toContain('Er ist weg.')
})

test('a mail names the operator and links the legal notice and what it is about, also one that an older version has queued', () => {
  const mail = siteMail(outcome, site, 'Trash & {{ .Email }} GmbH')
  expect(mail.html).toContain('Trash &#38; &#123;&#123; .Email &#125;&#125; GmbH · ')
  expect(mail.html).toContain('href="https://hot.example/impressum"')
  expect(mail.text).toContain('Trash & {{ .Email }} GmbH')
  expect(mail.text).toContain('https://hot.example/trashtalk/diskussionen/2026/11/29/wer-bleibt')
  const { about: _, ...older } = outcome.data
  expect(siteMail({ ...outcome, data: older }, site).text).toContain('ein Kommentar (auf HoT)')
})

test('a missing template, one outside the folder, and a missing value are errors', () => {
  expect(() => siteMail({ ...outcome, template: 'nichts' }, site)).toThrow()
  expect(() => siteMail({ ...outcome, template: '../templates/invite' }, site)).toThrow('names no template')
  expect(() => siteMail({ ...outcome, data: { target: 'Beitrag', reason: 'Spam' } }, site)).toThrow('Outcome')
})

test('a mail that cannot be sent blocks no other, and its error is logged without the address', async () => {
  const settled: [number, string | null][] = []
  const outbox: Outbox = {
    claim: async () => ({ mails: [confirmation, outcome], held: 0 }),
    settle: async (id, problem) => void settled.push([id, problem]),
  }
  const sent: OutgoingMail[] = []
  const lines: string[] = []
  const send = async (mail: OutgoingMail) => {
    if (mail.to === 'gerda@example.org')
      throw Object.assign(new Error('550 gerda@example.org unknown'), { code: 'EENVELOPE', responseCode: 550 })
    sent.push(mail)
  }
  const log = (line: string) => void lines.push(line)
  expect(await drainOutbox(outbox, { send, siteUrl: site, log, held: tellHeld(log) })).toBe(1)
  expect(sent.map(({ to }) => to)).toEqual(['anna@example.org'])
  expect(settled).toEqual([
    [7, 'EENVELOPE 550'],
    [8, null],
  ])
  expect(lines).toEqual(['Mail 7 (report_confirmation) ließ sich nicht senden: EENVELOPE 550'])
})

test('the log says once an hour that the limit delays mails', async () => {
  const lines: string[] = []
  let now = 0
  const held = tellHeld(
    (line) => lines.push(line),
    () => now,
  )
  for (const [minutes, count] of [
    [0, 0],
    [1, 4],
    [2, 5],
    [60, 6],
    [61, 7],
  ] as const) {
    now = minutes * 60_000
    held(count)
  }
  expect(lines).toEqual([4, 7].map((count) => expect.stringContaining(`hält ${count} Mails des Hauses zurück`)))
})

test.each([
  [30, { site: 10, accounts: 20 }],
  [1000, { site: 333, accounts: 667 }],
  [1, { site: 1, accounts: 1 }],
])('of %i mails an hour most are reserved for accounts', (perHour, shares) =>
  expect(mailShares(perHour)).toEqual(shares),
)
