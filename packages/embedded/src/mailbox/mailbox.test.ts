import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openMailServer } from '../../test/mail-server.ts'
import { problemOf } from './mail-problem.ts'
import { mailTransport, openMailbox } from './mailbox.ts'
import { tryMailServer } from './try-mail-server.ts'

const mail = (subject: string) => ({
  to: 'a@gmx.de',
  subject,
  text: 'Hallo <b>x</b> https://hot.example/a?b=1&c=2',
  html: '<p>Hallo</p>',
})

test('lists mails newest first, escaped on the page, with links', async () => {
  const mailbox = openMailbox()
  expect(mailbox.page()).toContain('No mails yet')
  const send = mailTransport({ mailbox, siteUrl: 'http://127.0.0.1:3000' })
  await send(mail('Eins'))
  await send(mail('<script>'))
  expect(mailbox.list().map(({ subject }) => subject)).toEqual(['<script>', 'Eins'])
  expect(mailbox.list()[0]?.sentAt).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(mailbox.page()).not.toContain('<script>')
  expect(mailbox.page()).toContain('<a href="https://hot.example/a?b=1&#38;c=2">')
})

test('survives a restart and a damaged file, and is limited in size', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-mailbox-'))
  const first = openMailbox(dir)
  for (let n = 0; n < 250; n++) first.put({ ...mail(`Mail ${n}`), sentAt: '2025-01-01T00:00:00.000Z' })
  expect(openMailbox(dir).list()).toHaveLength(200)
  fs.writeFileSync(path.join(dir, 'mailbox.json'), '[{"to"')
  expect(openMailbox(dir).list()).toEqual([])
  fs.rmSync(dir, { recursive: true })
})

test('a mail that can be ended names where, for mail programs to do it at once', async () => {
  const server = await openMailServer()
  const send = mailTransport({ smtpUrl: server.url, mailbox: openMailbox(), siteUrl: 'https://hot.example' })
  await send({ ...mail('Mit'), unsubscribe: 'https://hot.example/abbestellen?code=abc' })
  await send(mail('Ohne'))
  const [withAddress, without] = server.received.map(({ text }) => text)
  expect(withAddress).toContain('List-Unsubscribe: <https://hot.example/abbestellen?code=abc>')
  expect(withAddress).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(without).not.toContain('List-Unsubscribe')
  await server.close()
})

test.each([
  ['https://hot.example', '', 'hot.example'],
  ['https://hot.example:8443', '', 'hot.example'],
  ['https://hot.example', '&name=mail.hot.example', 'mail.hot.example'],
])('greets the mail server by the name of the site: %s%s', async (siteUrl, more, name) => {
  const server = await openMailServer()
  const smtpUrl = `${server.url}${more}`
  await mailTransport({ smtpUrl, mailbox: openMailbox(), siteUrl })(mail('Eins'))
  expect((await tryMailServer({ smtpUrl, siteUrl })).error).toBeUndefined()
  expect(server.greeted).toEqual([name, name])
  await server.close()
})

test.each(['http://127.0.0.1:3000', 'http://localhost:3000', 'https://[::1]'])(
  'greets by no name of its own where the site has none: %s',
  async (siteUrl) => {
    const server = await openMailServer()
    await mailTransport({ smtpUrl: server.url, mailbox: openMailbox(), siteUrl })(mail('Eins'))
    expect(server.greeted).toEqual([os.hostname().includes('.') ? os.hostname() : '[127.0.0.1]'])
    await server.close()
  },
)

test('a problem with the mail server names host, port and cause, and no recipient', async () => {
  const server = await openMailServer()
  const { port } = new URL(server.url)
  const send = mailTransport({ mailbox: openMailbox(), siteUrl: 'http://127.0.0.1:3000', smtpUrl: server.url })
  server.behave('550 a@gmx.de unknown')
  expect(problemOf(await send(mail('Eins')).catch((error: unknown) => error))).toBe('EENVELOPE 550')
  await server.close()
  const problem = problemOf(await send(mail('Zwei')).catch((error: unknown) => error))
  expect(problem).toMatch(/^\w+ 127\.0\.0\.1:\d+ \(connect ECONNREFUSED 127\.0\.0\.1:\d+\)$/)
  expect(problem).toContain(`127.0.0.1:${port}`)
})
