import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** PostgREST's documentation, the version whose answers are asserted here. */
const DOCS = 'https://docs.postgrest.org/en/v14/references'

describe.each(contractTargets())('REST functions on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const raw = (path: string, init: RequestInit = {}) =>
    contract.fetch(
      new Request(`${contract.url}/rest/v1${path}`, {
        ...init,
        headers: { apikey: contract.publishableKey, ...(init.headers as Record<string, string>) },
      }),
    )

  test(`calls functions by GET and POST with named arguments (${DOCS}/api/functions.html)`, async () => {
    const byGet = await contract.guest().rpc('greet', { p_name: 'Jürgen & Ämma', p_times: 2 }, { get: true })
    expect(byGet.data).toEqual({ text: 'Hallo Jürgen & Ämma! Hallo Jürgen & Ämma! ', role: 'anon', uid: null })
    const byPost = await contract.guest().rpc('greet', { p_name: 'Post' })
    expect(byPost.data).toMatchObject({ text: 'Hallo Post! ' })
    const rows = await contract.guest().rpc('books_of', { p_author: 1 }).select('title').order('title')
    expect(rows.data).toEqual([{ title: 'Erstes' }, { title: 'Zweites' }])
    const unknown = await contract.guest().rpc('gibt_es_nicht')
    expect([unknown.status, unknown.error?.code]).toEqual([404, 'PGRST202'])
  })

  test('answers a GET of a read-only function the same on the fast path and the full one', async () => {
    const { client } = await member(contract)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const queries = ['p_name=a&p_times=2', `p_name=${encodeURIComponent(`'; drop table books; --\\"ß`)}`]
    const odd = ['p_name=a&p_times=viele', 'p_times=2', 'p_name=a&p_name=b', 'p_name=a&p_unknown=1', 'p_name=%00']
    for (const authorization of [undefined, `Bearer ${token}`])
      for (const query of [...queries, ...odd]) {
        const headers: Record<string, string> = authorization ? { authorization } : {}
        const short = await raw(`/rpc/greet?${query}`, { headers })
        // Any preference selects the full path.
        const whole = await raw(`/rpc/greet?${query}`, { headers: { ...headers, prefer: 'params=single-object' } })
        // The length differs by the spaces in jsonb's text form.
        const names = (answer: Response) => [...answer.headers].filter(([name]) => name !== 'content-length')
        const told = async (answer: Response) => [answer.status, await answer.json(), names(answer)]
        expect(await told(short)).toEqual(await told(whole))
        if (queries.includes(query)) expect(short.status).toBe(200)
      }
  })

  test('refuses writing functions by GET: the transaction is read only', async () => {
    const { client } = await member(contract)
    const answer = await client.rpc('write_note', { p_body: 'heimlich' }, { get: true })
    expect([answer.status, answer.error?.code]).toEqual([405, '25006'])
  })

  test(`keeps SQLSTATE, hint and details of errors (${DOCS}/errors.html)`, async () => {
    const call = async (code: string, hint?: string) => {
      const { status, error } = await contract
        .guest()
        .rpc('raise_error', { p_code: code, ...(hint ? { p_hint: hint } : {}) })
      return { status, ...error }
    }
    expect(await call('P0001', 'not_allowed')).toMatchObject({
      status: 400,
      code: 'P0001',
      hint: 'not_allowed',
      details: 'Einzelheit',
      message: 'Nein: P0001',
    })
    expect(await call('PT402', 'zahlen')).toMatchObject({ status: 402, code: 'PT402', hint: 'zahlen' })
    expect(await call('PT429')).toMatchObject({ status: 429, code: 'PT429' })
    expect(await call('23514')).toMatchObject({ status: 400, code: '23514' })
    expect(await call('23505')).toMatchObject({ status: 409, code: '23505', details: 'Einzelheit' })
    expect(await call('23503', 'wer')).toMatchObject({ status: 409, code: '23503', hint: 'wer' })
    expect(await call('42501', 'banned')).toMatchObject({ status: 401, code: '42501', hint: 'banned' })
    expect(await call('28000')).toMatchObject({ status: 403, code: '28000' })
    expect(await call('40001')).toMatchObject({ status: 500, code: '40001' })
    expect(await call('53300')).toMatchObject({ status: 503, code: '53300' })
    expect(await call('22023')).toMatchObject({ status: 400, code: '22023' })
  })

  test('answers 42501 with 401 for guests and 403 for members', async () => {
    const { client } = await member(contract)
    const guest = await contract.guest().from('authors').select('secret')
    expect([guest.status, guest.error?.code]).toEqual([401, '42501'])
    const signedIn = await client.from('authors').select('secret')
    expect([signedIn.status, signedIn.error?.code]).toEqual([403, '42501'])
    const row = await client.from('notes').insert({ body: 'x', owner: '00000000-0000-0000-0000-000000000001' })
    expect([row.status, row.error?.code]).toEqual([403, '42501'])
  })
})
