import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** PostgREST's documentation, the version whose answers are asserted here. */
const DOCS = 'https://docs.postgrest.org/en/v14/references'

describe.each(contractTargets())('REST on $name', ({ open }) => {
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

  test(`reads every kind of value as PostgreSQL's own JSON shows it`, async () => {
    const { data } = await contract.guest().from('books').select('*').eq('id', 1).single()
    expect(data).toMatchObject({
      kinds: ['novel', 'poem'],
      tags: ['a b', 'c,"d'],
      data: { x: { y: [1, null] } },
      price: 9.9,
      printed: '2024-12-24',
    })
    expect(new Date(data.added_at).toISOString()).toBe('2025-03-01T12:00:00.000Z')
  })

  test(`filters, orders, limits and counts (${DOCS}/api/pagination_count.html)`, async () => {
    const answer = await contract
      .guest()
      .from('books')
      .select('id', { count: 'exact' })
      .order('title', { ascending: false })
      .range(0, 1)
    expect(answer.data).toEqual([{ id: 2 }, { id: 1 }])
    expect(answer.count).toBe(3)
    const partly = await raw('/books?select=id', { headers: { Range: '0-0', Prefer: 'count=exact' } })
    expect(partly.status).toBe(206)
    expect(partly.headers.get('content-range')).toBe('0-0/3')
    const counted = await contract.guest().from('books').select('*', { count: 'exact', head: true })
    expect(counted.count).toBe(3)
  })

  test(`embeds along foreign keys (${DOCS}/api/resource_embedding.html)`, async () => {
    const { data } = await contract
      .guest()
      .from('authors')
      .select('name, books(title)')
      .eq('id', 1)
      .order('title', { referencedTable: 'books' })
      .single()
    expect(data).toEqual({ name: 'Anna', books: [{ title: 'Erstes' }, { title: 'Zweites' }] })
    const inner = await contract.guest().from('books').select('title, authors!inner(name)').eq('authors.name', 'Bert')
    expect(inner.data).toEqual([{ title: 'Drittes', authors: { name: 'Bert' } }])
  })

  test(`filters in arrays and JSON (${DOCS}/api/tables_views.html)`, async () => {
    const guest = contract.guest()
    expect((await guest.from('books').select('id').contains('kinds', ['poem']).order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
    ])
    expect((await guest.from('books').select('id').eq('data->x->y->>0', '1')).data).toEqual([{ id: 1 }])
    expect((await guest.from('books').select('id').in('title', ['Erstes', 'Drittes']).order('id')).data).toEqual([
      { id: 1 },
      { id: 3 },
    ])
    expect((await guest.from('books').select('id').or('id.eq.2,title.ilike.*dritt*').order('id')).data).toEqual([
      { id: 2 },
      { id: 3 },
    ])
    expect((await guest.from('books').select('id').is('data', null)).data).toEqual([{ id: 3 }])
  })

  test('gives at most 1,000 rows (max-rows), whatever is asked for', async () => {
    expect((await contract.guest().from('many').select('n').order('n')).data).toHaveLength(1000)
    expect((await contract.guest().from('many').select('n').limit(1400)).data).toHaveLength(1000)
    const next = await contract.guest().from('many').select('n').order('n').range(1000, 2499)
    expect(next.data).toHaveLength(500)
  })

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

  test('answers a GET of a reading function alike by the short way and the whole one', async () => {
    const { client } = await member(contract)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const queries = ['p_name=a&p_times=2', `p_name=${encodeURIComponent(`'; drop table books; --\\"ß`)}`]
    const odd = ['p_name=a&p_times=viele', 'p_times=2', 'p_name=a&p_name=b', 'p_name=a&p_unknown=1', 'p_name=%00']
    for (const authorization of [undefined, `Bearer ${token}`])
      for (const query of [...queries, ...odd]) {
        const headers: Record<string, string> = authorization ? { authorization } : {}
        const short = await raw(`/rpc/greet?${query}`, { headers })
        // A preference that asks for nothing new is enough to take the whole way.
        const whole = await raw(`/rpc/greet?${query}`, { headers: { ...headers, prefer: 'params=single-object' } })
        // The length differs by the spaces of jsonb's own text.
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

  test('answers 42501 with 401 to a guest and 403 to a member', async () => {
    const { client } = await member(contract)
    const guest = await contract.guest().from('authors').select('secret')
    expect([guest.status, guest.error?.code]).toEqual([401, '42501'])
    const signedIn = await client.from('authors').select('secret')
    expect([signedIn.status, signedIn.error?.code]).toEqual([403, '42501'])
    const row = await client.from('notes').insert({ body: 'x', owner: '00000000-0000-0000-0000-000000000001' })
    expect([row.status, row.error?.code]).toEqual([403, '42501'])
  })

  test(`writes and returns rows as Prefer asks (${DOCS}/api/preferences.html)`, async () => {
    const { client } = await member(contract)
    const title = `Neu ${Date.now()}`
    const made = await client
      .from('books')
      .insert({
        author_id: 2,
        title,
        data: { a: [1, 'zwei', null], b: 'ü' },
        tags: ['x,y', '"z"'],
        price: 1.5,
        kinds: ['poem'],
      })
      .select('title, data, tags, price, kinds')
      .single()
    expect(made.error).toBeNull()
    expect(made.data).toEqual({
      title,
      data: { a: [1, 'zwei', null], b: 'ü' },
      tags: ['x,y', '"z"'],
      price: 1.5,
      kinds: ['poem'],
    })
    const minimal = await client.from('books').update({ price: 2 }).eq('title', title)
    expect([minimal.status, minimal.data]).toEqual([204, null])
    const again = await client.from('books').insert({ author_id: 2, title })
    expect([again.status, again.error?.code]).toEqual([409, '23505'])
    const merged = await client
      .from('books')
      .upsert({ author_id: 2, title, price: 3 }, { onConflict: 'author_id,title' })
      .select('price')
    expect(merged.data).toEqual([{ price: 3 }])
    const long = await client.from('books').insert({ author_id: 2, title: 'x'.repeat(41) })
    expect([long.status, long.error?.code]).toEqual([400, '23514'])
    expect(long.error?.message).toContain('title_short')
    const gone = await client.from('books').delete().eq('title', title).select('title')
    expect(gone.data).toEqual([{ title }])
  })

  test('shows each member their own rows only', async () => {
    const [anna, bert] = [await member(contract), await member(contract)]
    const note = await anna.client.from('notes').insert({ body: 'privat' }).select('id, owner').single()
    expect(note.data?.owner).toBe(anna.id)
    expect((await bert.client.from('notes').select('id')).data).toEqual([])
    expect((await bert.client.from('notes').update({ body: 'anders' }).eq('id', note.data?.id).select()).data).toEqual(
      [],
    )
    expect((await contract.service().from('notes').select('body').eq('id', note.data?.id)).data).toEqual([
      { body: 'privat' },
    ])
  })

  test('answers no row of maybeSingle with null and of single with PGRST116', async () => {
    const none = await contract.guest().from('books').select('id').eq('id', 99).maybeSingle()
    expect([none.data, none.error]).toEqual([null, null])
    const single = await contract.guest().from('books').select('id').eq('id', 99).single()
    expect([single.status, single.error?.code]).toEqual([406, 'PGRST116'])
  })

  test.each([
    ['/nirgends', 404, 'PGRST205'],
    ['/books?select=nichts', 400, '42703'],
    ['/books?id=eq.abc', 400, '22P02'],
    ['/books?id=quatsch.1', 400, 'PGRST100'],
    ['/books?limit=-1', 416, 'PGRST103'],
    ['/rpc/greet', 404, 'PGRST202'],
  ])('answers the faulty request %s with %i %s', async (path, status, code) => {
    const answer = await raw(path)
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([status, code])
  })

  test('mixes no requests that run at the same time', async () => {
    const people = await Promise.all([member(contract), member(contract), member(contract)])
    const members = [...people, ...people].map(async ({ client, id }) => {
      const own = await client.rpc('wait_inside', { p_seconds: 0.02 })
      return own.data === id
    })
    // Without a token to verify, these go through every step side by side: without turns they share one role.
    const roles = Array.from({ length: 12 }, (_, n) => (n % 2 ? 'anon' : 'service_role')).map(async (role) => {
      const client = role === 'anon' ? contract.guest() : contract.service()
      const answer = await client.rpc('greet', { p_name: role })
      return answer.data?.role === role
    })
    expect(await Promise.all([...members, ...roles])).toEqual([...members, ...roles].map(() => true))
  })

  test('asks for an API key and refuses a wrong one', async () => {
    const without = await contract.fetch(new Request(`${contract.url}/rest/v1/books`))
    expect(without.status).toBe(401)
    expect(await without.json()).toMatchObject({ message: 'No API key found in request' })
    const wrong = await raw('/books', { headers: { apikey: 'sb_publishable_falsch' } })
    expect(wrong.status).toBe(401)
    expect(await wrong.json()).toMatchObject({ message: 'Invalid API key' })
  })

  test('answers a preflight', async () => {
    const answer = await contract.fetch(
      new Request(`${contract.url}/rest/v1/books`, {
        method: 'OPTIONS',
        headers: {
          origin: 'https://example.org',
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'apikey,prefer',
        },
      }),
    )
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-origin')).toMatch(/^(\*|https:\/\/example\.org)$/)
    expect(answer.headers.get('access-control-allow-methods')).toContain('PATCH')
  })
})
