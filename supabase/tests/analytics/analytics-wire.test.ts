import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Contract, member } from '../../../packages/embedded/test/open-contract.ts'
import { copyServerDatabase } from '../../../packages/embedded/test/server-database.ts'
import { openInstallation } from '../../../tests/support/server/open-installation.ts'
import { migrationsDir } from '../support/database.ts'

/** The whole path of an event: the official client, the gateway, lite, and a partitioned table. */
let contract: Contract
beforeAll(async () => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    contract = await openInstallation()
    return
  }
  const database = await copyServerDatabase(server, migrationsDir)
  const ours = await openInstallation({ databaseUrl: database.url })
  const close = async () => {
    await ours.close()
    await database.drop()
  }
  contract = { ...ours, close }
})
afterAll(() => contract?.close())

const event = (event_type: string, user_id: string | null = null) => ({
  id: crypto.randomUUID(),
  event_type,
  user_id,
  session_id: 'session-wire',
  page_path: '/stars',
  target_type: null,
  target_id: null,
  metadata: { depth: 50 },
  created_at: new Date().toISOString(),
})
/** Somebody with a nickname, who therefore has said to be old enough. */
async function namedMember() {
  const one = await member(contract)
  const nickname = `w${one.id.slice(0, 8)}`
  const { error } = await contract.service().from('profiles').update({ nickname }).eq('id', one.id)
  if (error) throw error
  return one
}

const stored = async (ids: string[]) => {
  const { data, error } = await contract.service().from('analytics_events').select('id').in('id', ids)
  if (error) throw error
  return data.length
}

test('a batch sent twice after a lost answer is accepted both times and counts once', async () => {
  const { client, id } = await namedMember()
  const senders = [
    [contract.guest(), null],
    [client, id],
  ] as const
  for (const [sender, userId] of senders) {
    const batch = [event('page_view', userId), event('scroll', userId)]
    expect(await sender.from('analytics_events').insert(batch)).toMatchObject({ error: null, status: 201 })
    const again = [...batch, event('click', userId)]
    expect(await sender.from('analytics_events').insert(again)).toMatchObject({ error: null, status: 201 })
    expect(await stored(again.map((row) => row.id))).toBe(3)
  }
})

test('the POST of an unloading page: Prefer return=minimal, the publishable key and nothing else', async () => {
  const batch = [event('session_end'), event('page_view')]
  const answer = await contract.fetch(
    new Request(`${contract.url}/rest/v1/analytics_events`, {
      method: 'POST',
      headers: { apikey: contract.publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(batch),
      keepalive: true,
    }),
  )
  expect([answer.status, await answer.text()]).toEqual([201, ''])
  expect(await stored(batch.map((row) => row.id))).toBe(2)
})

test('a batch with a forbidden event is refused as a whole, with a code that clients ignore', async () => {
  const batch = [event('page_view'), event('vote_cast')]
  expect(await contract.guest().from('analytics_events').insert(batch)).toMatchObject({ error: { code: '42501' } })
  expect(await stored(batch.map((row) => row.id))).toBe(0)
})

test('on_conflict needs the right to read the key, so queues send a plain insert', async () => {
  const answer = await contract
    .guest()
    .from('analytics_events')
    .upsert([event('page_view')], { ignoreDuplicates: true })
  expect(answer.error?.code).toBe('42501')
})

test('a visit written at its start and again at its end is one row, in one partition or two', async () => {
  const { client, id } = await namedMember()
  const visit = {
    id: 'session-1700000000000-abcdef',
    user_id: id,
    session_start: new Date(Date.now() - 60_000).toISOString(),
    device_info: { user_agent: 'Prüfung', screen_resolution: '390x844', timezone: 'Europe/Berlin' },
  }
  const sessions = client.from('user_sessions')
  expect((await sessions.upsert({ ...visit, page_views: 1 })).error).toBeNull()
  const ended = { ...visit, session_end: new Date().toISOString(), page_views: 4, actions_count: 2 }
  expect((await sessions.upsert(ended)).error).toBeNull()
  const { data } = await sessions.select('page_views, actions_count, session_end')
  expect(data).toEqual([{ page_views: 4, actions_count: 2, session_end: expect.any(String) }])
})

test('a suspicious sign-up is recorded by the server, without consent and without the address', async () => {
  const password = 'ein langes Passwort'
  const refused = await contract.guest().auth.signUp({ email: 'geheim@firma.de', password })
  expect(refused.error?.message).toBe('E-Mail nicht erlaubt')
  expect((await contract.guest().auth.signUp({ email: 'klara+hot@gmail.com', password })).error).toBeNull()
  const { data } = await contract
    .service()
    .from('analytics_events')
    .select('user_id, session_id, metadata')
    .eq('event_type', 'suspicious_registration')
    .order('created_at')
  expect(data).toMatchObject([
    { user_id: null, session_id: null, metadata: { email_domain: 'firma.de', reason: 'domain_refused' } },
    { session_id: null, metadata: { email_domain: 'gmail.com', reason: 'plus_tag' } },
  ])
  expect(JSON.stringify(data)).not.toMatch(/geheim|klara/)
})
