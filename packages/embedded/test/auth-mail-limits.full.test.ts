import type { Backend } from '@hot/embedded'
import { afterEach, expect, test } from 'vitest'
import { type Contract, LOOSE_RATES, OPENS_A_DATABASE, openOurs } from './open-contract.ts'

/** How many mails a stranger can make the site send, and what members notice of it. Each test has its own backend. */
type Ours = Contract & { backend: Backend }
let ours: Ours | undefined
afterEach(() => ours?.close())

const password = 'ein langes Passwort'
const hour = (times: number) => ({ times, seconds: 3600 })
/** Hash of another password at bcrypt's lowest cost. */
const passwordHash = '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK'

async function open(rates: object, more: object = {}): Promise<Ours> {
  ours = await openOurs({ rates: { ...LOOSE_RATES, ...rates }, ...more })
  return ours
}

async function ask(
  { backend, url, publishableKey }: Ours,
  path: string,
  body: object,
  remoteAddress = '192.0.2.1',
  more: { method?: string; token?: string } = {},
): Promise<{ status: number; code: unknown; retryAfter: number; body: Record<string, unknown> }> {
  const { method = 'POST', token } = more
  const headers = { apikey: publishableKey, ...(token ? { authorization: `Bearer ${token}` } : {}) }
  const request = new Request(`${url}/auth/v1${path}`, { method, headers, body: JSON.stringify(body) })
  const answer = await backend.fetch(request, { remoteAddress })
  const read = (await answer.json()) as Record<string, unknown>
  await backend.idle()
  return {
    status: answer.status,
    code: read.error_code,
    retryAfter: Number(answer.headers.get('retry-after')),
    body: read,
  }
}

const confirmed = async (to: Ours, email: string) => {
  const { error } = await to
    .service()
    .auth.admin.createUser({ email, password_hash: passwordHash, email_confirm: true })
  expect(error).toBeNull()
}
const mailsTo = (to: Ours, email: string) => to.backend.mailbox.list().filter((mail) => mail.to === email).length

const ways: [path: string, body: (email: string) => object][] = [
  ['/signup', (email) => ({ email, password })],
  ['/recover', (email) => ({ email })],
  ['/otp', (email) => ({ email })],
  ['/resend', (email) => ({ email, type: 'signup' })],
]

test(
  'one mailbox gets three mails an hour, one network asks for ten, on all ways together',
  OPENS_A_DATABASE,
  async () => {
    const lines: string[] = []
    const refused: string[] = []
    const own = await open(
      { mailsTo: hour(3), mailsFrom: hour(10) },
      { log: (line: string) => lines.push(line), onLimit: (name: string) => refused.push(name) },
    )
    const victim = [
      'opfer@gmail.com',
      'o.p.f.e.r@gmail.com',
      'opfer+1@googlemail.com',
      'opfer+2@gmail.com',
      'opfer@gmail.com',
    ]
    const answers = []
    for (const [n, email] of victim.entries()) {
      const [path, body] = ways[n % ways.length] ?? ['', () => ({})]
      answers.push(await ask(own, path, body(email), `198.51.100.${n}`))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(answers[3]).toMatchObject({ code: 'over_email_send_rate_limit' })
    expect(answers[3]?.retryAfter).toBeGreaterThan(60)
    expect(own.backend.mailbox.list().length).toBeLessThanOrEqual(3)

    const from = [...Array(11).keys()].map((n) => `2001:db8:1:2::${n + 1}`)
    const flood = []
    for (const [n, address] of from.entries()) {
      const [path, body] = ways[n % ways.length] ?? ['', () => ({})]
      flood.push((await ask(own, path, body(`viele${n}@gmx.de`), address)).status)
    }
    expect(flood).toEqual([...Array(10).fill(200), 429])
    expect((await ask(own, '/signup', { email: 'anderswo@gmx.de', password }, '2001:db8:1:3::1')).status).toBe(200)

    expect(refused).toEqual(expect.arrayContaining(['mailsTo', 'mailsTo', 'mailsFrom']))
    for (const name of ['mailsTo', 'mailsFrom']) expect(lines.filter((line) => line.includes(name))).toHaveLength(1)
    expect(lines.join()).not.toMatch(/opfer|viele|198\.51|2001/)
  },
)

test('what was refused for another reason costs nothing', OPENS_A_DATABASE, async () => {
  const own = await open({ mailsTo: hour(3), mailsFrom: hour(3), mailEvery: 60 })
  await confirmed(own, 'kim@gmx.de')
  for (const _ of [1, 2, 3, 4]) expect((await ask(own, '/signup', { email: 'kim@gmx.de', password })).status).toBe(422)
  expect((await ask(own, '/signup', { email: 'neu@gmx.de', password })).status).toBe(200)
})

test('strangers’ sign-ups leave a third of the hour to members', OPENS_A_DATABASE, async () => {
  const own = await open({ mails: hour(6) })
  await confirmed(own, 'mitglied@gmx.de')
  const flood = []
  for (let n = 0; n < 6; n++)
    flood.push((await ask(own, '/signup', { email: `erfunden${n}@gmx.de`, password }, `${n + 11}.51.100.1`)).status)
  expect(flood).toEqual([200, 200, 200, 200, 429, 429])
  expect((await ask(own, '/recover', { email: 'mitglied@gmx.de' })).status).toBe(200)
  expect(mailsTo(own, 'mitglied@gmx.de')).toBe(1)
})

test('known and unknown addresses are answered alike, and refused alike', OPENS_A_DATABASE, async () => {
  const own = await open({ mailEvery: 60, mailsTo: hour(2), mails: hour(12) })
  const answersFor = async (requests: readonly [path: string, more: object][], email: string, network: string) => {
    const answers = []
    for (const [path, more] of requests) answers.push(await ask(own, path, { email, ...more }, network))
    return answers.map(({ status, code, body }) => [status, code, String(body.msg ?? '').replace(/\d+/, 'N')])
  }
  /** Each round has addresses of its own, because two mails to one address are a minute apart. */
  const isAlike = async (round: string, requests: [path: string, more: object][], statuses: number[]) => {
    const people = ['unbekannt', 'bekannt', 'unbestaetigt'].map((name) => `${name}-${round}@gmx.de`)
    const [unknown = '', known = '', unconfirmed = ''] = people
    await confirmed(own, known)
    await own.service().auth.admin.createUser({ email: unconfirmed, password_hash: passwordHash })
    const expected = await answersFor(requests, unknown, '192.0.2.10')
    expect(expected.map(([status]) => status)).toEqual(statuses)
    expect(await answersFor(requests, known, '192.0.2.11')).toEqual(expected)
    expect(await answersFor(requests, unconfirmed, '192.0.2.12')).toEqual(expected)
    return people.map((email) => mailsTo(own, email))
  }
  const links: [string, object][] = [
    ['/recover', {}],
    ['/recover', {}],
    ['/otp', { create_user: false }],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
    ['/recover', {}],
  ]
  expect(await isAlike('link', links, [200, 429, 429, 200, 429, 429])).toEqual([0, 1, 2])
  const codes: [string, object][] = [
    ['/otp', { create_user: false }],
    ['/otp', { create_user: false }],
  ]
  expect(await isAlike('code', codes, [200, 429])).toEqual([0, 1, 1])
})

test('when the hour is used up, addresses of nobody are told so as well', OPENS_A_DATABASE, async () => {
  const own = await open({ mails: hour(2) })
  for (const n of [1, 2]) await confirmed(own, `mitglied${n}@gmx.de`)
  for (const n of [1, 2])
    expect((await ask(own, '/recover', { email: `mitglied${n}@gmx.de` }, `${n + 11}.1.1.1`)).status).toBe(200)
  for (const email of ['mitglied1@gmx.de', 'niemand@gmx.de'])
    expect(await ask(own, '/recover', { email })).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' })
})

test(
  'a change to a taken address looks as one to a free one, and gets nobody’s account',
  OPENS_A_DATABASE,
  async () => {
    const own = await open({})
    for (const email of ['eins@gmx.de', 'zwei@gmx.de', 'vergeben@gmx.de']) await confirmed(own, email)
    const change = async (email: string, wanted: string) => {
      const client = own.guest()
      const { data } = await client.auth.signInWithPassword({ email, password })
      const token = data.session?.access_token ?? ''
      const answer = await ask(own, '/user', { email: wanted }, '192.0.2.1', { method: 'PUT', token })
      return [answer.status, answer.code, answer.body.email, answer.body.new_email]
    }
    expect(await change('eins@gmx.de', 'frei@gmx.de')).toEqual([200, undefined, 'eins@gmx.de', 'frei@gmx.de'])
    expect(await change('zwei@gmx.de', 'vergeben@gmx.de')).toEqual([200, undefined, 'zwei@gmx.de', 'vergeben@gmx.de'])
    expect(['eins', 'frei', 'zwei', 'vergeben'].map((name) => mailsTo(own, `${name}@gmx.de`))).toEqual([1, 1, 1, 0])
  },
)

test('the mail leaves after the answer', OPENS_A_DATABASE, async () => {
  // A mail server that takes the connection and says nothing.
  const { createServer } = await import('node:net')
  const sockets = new Set<import('node:net').Socket>()
  const silent = createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1')
  await new Promise((listening) => silent.once('listening', listening))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const own = await open({}, { smtpUrl: `smtp://127.0.0.1:${port}` })
  await confirmed(own, 'mitglied@gmx.de')
  const connected = new Promise((done) => silent.once('connection', done))
  const body = JSON.stringify({ email: 'mitglied@gmx.de' })
  const request = new Request(`${own.url}/auth/v1/recover`, {
    method: 'POST',
    headers: { apikey: own.publishableKey },
    body,
  })
  expect((await own.backend.fetch(request)).status).toBe(200)
  await connected
  for (const socket of sockets) socket.destroy()
  await own.backend.idle()
  silent.close()
})
