import { createServer } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { type MailServer, openMailServer } from '../../packages/embedded/test/mail-server.ts'
import { mailsCommand } from './mails-command.ts'

let server: MailServer | undefined
afterEach(() => server?.close())

it('sends one mail and prints the conversation with the mail server', async () => {
  server = await openMailServer()
  const env = { SMTP_URL: server.url, SITE_URL: 'https://hot.example' }
  const { lines, isFine } = await mailsCommand(['test', 'erna@beispiel.de'], env)
  expect(isFine).toBe(true)
  expect(lines[0]).toMatch(/^Verbindung mit 127\.0\.0\.1:\d+$/)
  expect(lines).toContain('S: 220 ready')
  expect(lines).toContain('C: RCPT TO:<erna@beispiel.de>')
  expect(lines.at(-1)).toContain('hat die Mail an erna@beispiel.de angenommen')
  expect(server.received).toMatchObject([
    { to: 'erna@beispiel.de', text: expect.stringContaining('https://hot.example') },
  ])
})

it('names host, port, cause and remedy when nobody listens', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => closed.once('listening', resolve))
  const { port } = closed.address() as { port: number }
  await new Promise((resolve) => closed.close(resolve))
  const { lines, isFine } = await mailsCommand(['test', 'erna@beispiel.de'], { SMTP_URL: `smtp://127.0.0.1:${port}` })
  expect(isFine).toBe(false)
  expect(lines.slice(-2)).toEqual([
    `Auf 127.0.0.1:${port} nimmt niemand Verbindungen an (ECONNREFUSED).`,
    expect.stringContaining('Prüf den Port in SMTP_URL'),
  ])
})

it('tells a refusal with what the server said', async () => {
  server = await openMailServer()
  server.behave('550 not yours')
  const { lines, isFine } = await mailsCommand(['test', 'erna@beispiel.de'], { SMTP_URL: server.url })
  expect(isFine).toBe(false)
  expect(lines.at(-2)).toMatch(/lehnt die Mail ab .*550 not yours/)
  expect(lines.at(-1)).toContain('?from=')
})

it('tells a server that never greets', async () => {
  server = await openMailServer()
  server.behave('silent')
  const { lines } = await mailsCommand(['test', 'erna@beispiel.de'], { SMTP_URL: server.url })
  expect(lines.at(-2)).toMatch(/antwortet nicht/)
})

it('asks for an address and a mail server', async () => {
  await expect(mailsCommand([], {})).rejects.toThrow('npm run mails -- test')
  await expect(mailsCommand(['test', 'keine'], { SMTP_URL: 'smtp://m' })).rejects.toThrow('npm run mails -- test')
  await expect(mailsCommand(['test', 'a@b.de'], {})).rejects.toThrow('SMTP_URL ist nicht gesetzt')
})
