import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOTRUE_RATES, networkRates } from '../../packages/embedded/src/auth/limits.ts'
import { type Contract, LOOSE_RATES, member, OPENS_A_DATABASE } from '../../packages/embedded/test/open-contract.ts'
import { openInstallation } from '../../tests/support/server/open-installation.ts'
import { usedUpAlarm } from '../mail/mail-outbox.ts'
import type { EmbeddedBackend } from './embedded-backend.ts'

/** Mails of accounts and mails that confirm reports share one limit. */
let ours: Contract & { backend: EmbeddedBackend }
let post: string
let known: string
const refused: string[] = []
beforeAll(async () => {
  const { mailsTo, mailsFrom } = GOTRUE_RATES
  ours = await openInstallation({
    rates: { ...LOOSE_RATES, mailsTo, mailsFrom },
    onLimit: (name) => refused.push(name),
  })
  const author = await member(ours)
  known = author.email
  const [made] = await ours.backend.query<{ id: string }>(
    `insert into public.community_posts (author_id, type, title, status) values (null, 'discussion', 'Wer zieht dieses Jahr ein?', 'approved') returning id`,
  )
  post = made?.id ?? ''
}, OPENS_A_DATABASE.timeout)
afterAll(() => ours.close())
beforeEach(async () => {
  refused.length = 0
  await ours.backend.query('delete from private.report_senders')
  await ours.backend.query('update auth.users set recovery_sent_at = null')
})

async function ask(path: string, body: object, remoteAddress: string): Promise<{ status: number; wait: number }> {
  const headers = { apikey: ours.publishableKey, 'content-type': 'application/json' }
  const answer = await ours.backend.fetch(
    new Request(`${ours.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    { remoteAddress },
  )
  await answer.body?.cancel()
  await ours.backend.idle()
  return { status: answer.status, wait: Number(answer.headers.get('retry-after')) }
}
const report = (email: string, from: string) => {
  const given = { p_id: null, p_target_type: 'post', p_target: post, p_reason: 'spam', p_good_faith: true }
  return ask('/rest/v1/rpc/report_content', { ...given, p_name: 'Gerda Gast', p_email: email }, from)
}
const recover = (email: string, from: string) => ask('/auth/v1/recover', { email }, from)
const signUp = (email: string, from: string) => ask('/auth/v1/signup', { email, password: 'ein langes Passwort' }, from)

test('a mailbox gets three mails of all kinds, and the third place is reserved for recovery', async () => {
  const { id } = await ours.backend.ensureAccount('opfer@gmail.com', 'ein langes Passwort')
  const statuses = [
    await report('op.fer@gmail.com', '198.51.100.1'),
    await signUp('opfer+1@gmail.com', '198.51.100.2'),
    await report('opfer@googlemail.com', '198.51.100.3'),
    await signUp('opfer+2@gmail.com', '198.51.100.4'),
    await recover('opfer@gmail.com', '198.51.100.5'),
    await recover('opfer@gmail.com', '198.51.100.6'),
  ].map(({ status }) => status)
  expect(statuses).toEqual([200, 200, 429, 429, 200, 429])
  expect(refused).toEqual(['mailsTo', 'mailsTo'])
  expect(
    await ours.backend.query('select recovery_sent_at is not null as sent from auth.users where id = $1', [id]),
  ).toEqual([{ sent: true }])
})

test('a network gets ten mails of all kinds', async () => {
  const from = (n: number) => `2001:db8:1:2::${n}`
  const statuses = []
  for (let n = 0; n < 12; n++) {
    const answer = await (n % 2 ? report : signUp)(`viele${n}@gmx.de`, from(n))
    statuses.push(answer.status)
    if (answer.status === 429) expect(answer.wait).toBeGreaterThan(3_000)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  expect(refused).toEqual(['mailsFrom'])
  expect((await report('anderswo@gmx.de', '2001:db8:1:3::1')).status).toBe(200)
})

test('a request refused for another reason is not counted', async () => {
  for (let n = 0; n < 4; n++) expect((await signUp(known, '198.51.100.7')).status).toBe(422)
  expect(await ours.backend.query('select count(*)::int as rows from private.report_senders')).toEqual([{ rows: 0 }])
})

test('where GoTrue has no hook to count its mails, the times it stores with an account count', async () => {
  await ours.backend.ensureAccount('notiert@gmx.de', 'ein langes Passwort')
  await ours.backend.query(
    `update auth.users set recovery_sent_at = now(), confirmation_sent_at = now() - interval '50 minutes' where email = 'notiert@gmx.de'`,
  )
  const answer = await report('notiert@gmx.de', '198.51.100.8')
  expect(answer.status).toBe(429)
  expect(answer.wait).toBeGreaterThan(0)
  expect(answer.wait).toBeLessThanOrEqual(600)
})

test(
  'the team hears once that mails are used up for everybody, and not that somebody who floods is held back',
  async () => {
    const small = await openInstallation({ rates: { ...LOOSE_RATES, mails: { times: 4, seconds: 3600 } } })
    try {
      const alarm = usedUpAlarm()
      const names: string[] = []
      const ask = async (from: string) => {
        const headers = { apikey: small.publishableKey, 'content-type': 'application/json' }
        const body = JSON.stringify({ email: `flut${names.length}${from}@gmx.de` })
        const request = new Request(`${small.url}/auth/v1/otp`, { method: 'POST', headers, body })
        names.push(String((await small.backend.fetch(request, { remoteAddress: from })).status))
        await small.backend.idle()
      }
      const alerts = () => small.backend.query<{ alert: string }>('select alert from private.team_alerts')
      for (const limit of ['mailsKept', 'mailsTo']) alarm.note(limit)
      await alarm.tell(small.backend)
      expect(await alerts()).toEqual([])
      for (const n of [11, 12, 13, 14]) await ask(`${n}.1.1.1`)
      expect(names).toEqual(['200', '200', '200', '429'])
      alarm.note('mails')
      for (const _ of [1, 2]) await alarm.tell(small.backend)
      expect(await alerts()).toEqual([{ alert: 'mail' }])
    } finally {
      await small.close()
    }
  },
  OPENS_A_DATABASE.timeout,
)

test(
  'a higher limit that the operator sets for networks also applies to reports',
  async () => {
    const school = await openInstallation({
      rates: { ...LOOSE_RATES, mailsTo: GOTRUE_RATES.mailsTo, ...networkRates(2) },
    })
    try {
      const ask = async (path: string, body: object) => {
        const headers = { apikey: school.publishableKey, 'content-type': 'application/json' }
        const request = new Request(`${school.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
        const answer = await school.backend.fetch(request, { remoteAddress: '203.0.113.7' })
        await answer.body?.cancel()
        return answer.status
      }
      const [made] = await school.backend.query<{ id: string }>(
        `insert into public.community_posts (author_id, type, title, status) values (null, 'discussion', 'Wer zieht dieses Jahr ein?', 'approved') returning id`,
      )
      const given = { p_id: null, p_target_type: 'post', p_target: made?.id, p_reason: 'spam', p_good_faith: true }
      const report = (n: number) =>
        ask('/rest/v1/rpc/report_content', { ...given, p_name: 'Gerda Gast', p_email: `gast${n}@gmx.de` })
      for (let n = 0; n < 12; n++) expect(await ask('/auth/v1/recover', { email: `schule${n}@gmx.de` })).toBe(200)
      const statuses = []
      for (let n = 0; n < 9; n++) statuses.push(await report(n))
      expect(statuses).toEqual([...Array(8).fill(200), 429])
    } finally {
      await school.close()
    }
  },
  OPENS_A_DATABASE.timeout,
)
