import type { Backend } from '@hot/embedded'
import type { RealtimeClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, member, ownTargets } from './open-contract.ts'
import { connect, type Line, listen, openLine, rawSocket, soon } from './realtime-line.ts'

/** supabase/realtime, lib/realtime_web/channels/realtime_channel.ex, and what realtime-js 2.119.1 makes of its answers. */
describe.each(ownTargets())('Realtime on $name', ({ open }) => {
  let contract: Contract & { backend: Backend }
  let line: Line
  let me: Awaited<ReturnType<typeof member>>
  let other: Awaited<ReturnType<typeof member>>
  const clients: RealtimeClient[] = []
  beforeAll(async () => {
    contract = await open()
    line = await openLine(contract)
    me = await member(contract)
    other = await member(contract)
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.disconnect()))
  })
  afterAll(async () => {
    await contract?.close()
    await line?.close()
  })

  const client = async (token?: string, options?: { vsn?: string }) => {
    const made = await connect(line, contract, token, options)
    clients.push(made)
    return made
  }
  const books = () => contract.service().from('books')
  let title = 0
  const book = async (row: Record<string, unknown> = {}) => {
    const { data, error } = await books()
      .insert({ author_id: 1, title: `Band ${Date.now()} ${++title}`, ...row })
      .select('id')
      .single()
    if (error) throw error
    return data.id as number
  }
  /** When this arrives, everything written before has been reported; returns the reports before it. */
  const settled = async ({ changes }: { changes: { new: object }[] }) => {
    const id = await book({ title: `Ende ${++title}` })
    await soon(() => changes.some((change) => 'id' in change.new && change.new.id === id)).toBe(true)
    return changes.filter((change) => !('title' in change.new && String(change.new.title).startsWith('Ende')))
  }

  test.each(['1.0.0', '2.0.0'])('reports a new row in protocol %s, as PostgREST shows it', async (vsn) => {
    const heard = await listen(await client(me.token, { vsn }), { event: 'INSERT', table: 'books' })
    const id = await book({ price: 9.9, tags: ['a b'], data: { x: 1 } })
    await soon(() => heard.changes).toHaveLength(1)
    const [change] = heard.changes
    const { data } = await books().select('*').eq('id', id).single()
    expect(change).toMatchObject({ schema: 'public', table: 'books', eventType: 'INSERT', errors: null, old: {} })
    expect(change?.new).toEqual(data)
    expect(Date.now() - Date.parse(change?.commit_timestamp ?? '')).toBeLessThan(60_000)
    await soon(() => heard.system).toMatchObject([{ status: 'ok', message: 'Subscribed to PostgreSQL' }])
  })

  test('reports updates and deletions with the key of the old row', async () => {
    const id = await book()
    const heard = await listen(await client(me.token), { table: 'books', filter: `id=eq.${id}` })
    // On a busy machine the insertion is sometimes reported after the channel has joined.
    const changes = () => heard.changes.filter(({ eventType }) => eventType !== 'INSERT')
    await books().update({ pages: 7 }).eq('id', id)
    await soon(changes).toMatchObject([{ eventType: 'UPDATE', new: { id, pages: 7 }, old: { id } }])
    await books().delete().eq('id', id)
    await soon(() => changes().slice(1)).toMatchObject([{ eventType: 'DELETE', new: {}, old: { id } }])
  })

  test('reports to each binding what it asked for, and once per channel', async () => {
    const heard = await listen(
      await client(me.token),
      { event: 'UPDATE', table: 'books' },
      { event: '*', table: 'books', filter: 'author_id=eq.2' },
      { event: 'INSERT', table: 'notes' },
    )
    const second = await book({ author_id: 2 })
    await books().update({ pages: 1 }).eq('id', second)
    await soon(() => heard.changes).toHaveLength(3)
    expect(heard.changes.map(({ eventType }) => eventType)).toEqual(['INSERT', 'UPDATE', 'UPDATE'])
  })

  test('filters by every operator before checking policies', async () => {
    const watcher = await client(me.token)
    const passing: Record<string, number[]> = {
      'pages=eq.5': [5],
      'pages=neq.5': [4, 6],
      'pages=lt.5': [4],
      'pages=lte.5': [4, 5],
      'pages=gt.5': [6],
      'pages=gte.5': [5, 6],
      'pages=in.(4,6)': [4, 6],
      'printed=gt.2025-01-01': [6],
      'author_id=in.(2)': [],
      'pages=gt.4,pages=lt.6': [5],
      'pages=not.eq.5,title=not.like.nichts%': [4, 6],
      'title=like.nichts%': [],
      'printed=is.null,pages=gt.0': [4, 5],
      'printed=not.is.null,pages=isdistinct.4': [6],
    }
    const all = await Promise.all(Object.keys(passing).map((filter) => listen(watcher, { table: 'books', filter })))
    const every = await listen(watcher, { table: 'books' })
    for (const pages of [4, 5, 6]) await book({ pages, printed: pages === 6 ? '2026-01-01' : null })
    await settled(every)
    const got = all.map(({ changes }) => changes.map((change) => ('pages' in change.new ? change.new.pages : 0)))
    expect(got).toEqual(Object.values(passing))
  })

  test.each([
    'nope=eq.1',
    'data=eq.1',
    'title=lt.a',
    'pages=eq.x',
    'pages=like.5',
    'pages',
    'pages=in.()',
    'title=eq.a,b',
    'title=match.a',
  ])('says that it cannot listen with filter %s', async (filter) => {
    const heard = await listen(await client(me.token), { table: 'books', filter })
    await soon(() => heard.system).toMatchObject([{ status: 'error', extension: 'postgres_changes' }])
  })

  test('says that it sends no selection of columns', async () => {
    const socket = await rawSocket(line, contract)
    const changes = [{ event: '*', schema: 'public', table: 'books', select: ['id'] }]
    socket.send(['1', '1', 'realtime:auswahl', 'phx_join', { config: { postgres_changes: changes } }])
    await soon(() => JSON.stringify(socket.messages)).toContain('column selection is not available here')
    socket.socket.close()
  })

  test('lets nobody into a private channel, and says that a broadcast is not sent', async () => {
    const watcher = await client(me.token)
    const states: [string, string | undefined][] = []
    watcher
      .channel('raum', { config: { private: true } })
      .subscribe((state, error) => states.push([state, error?.message]))
    await soon(() => states[0]).toEqual([
      'CHANNEL_ERROR',
      expect.stringContaining('You do not have permissions to read'),
    ])
    const heard = await listen(watcher, { table: 'books' })
    expect(await heard.channel.send({ type: 'broadcast', event: 'hallo', payload: {} })).toBe('ok')
    await soon(() => heard.system.map(({ message }) => message)).toContain(
      'Broadcast and presence are not available here; only postgres_changes are.',
    )
  })

  test('refuses a table that is not published', async () => {
    const heard = await listen(await client(me.token), { table: 'many' })
    await soon(() => heard.system).toMatchObject([{ status: 'error', extension: 'postgres_changes' }])
    expect(heard.system[0]?.message).toContain('Please check Realtime is enabled')
  })

  test.each([
    ['a table that is not published', { table: 'many' }, 'Please check Realtime is enabled'],
    ['a filter that cannot be read', { table: 'books', filter: 'nope=eq.1' }, 'nope'],
  ])('a join that waits for the changes fails with %s', async (_, watched, reason) => {
    const watcher = await client(me.token)
    const states: [string, string | undefined][] = []
    watcher
      .channel('wartend', { config: { postgres_changes_options: { wait: true } } })
      .on('postgres_changes', { event: '*', schema: 'public', ...watched }, () => {})
      .subscribe((state, error) => states.push([state, error?.message]))
    await soon(() => states[0]).toEqual(['CHANNEL_ERROR', expect.stringContaining(reason)])
  })

  test('never reports a row that its reader may not see', async () => {
    const heard = await listen(await client(me.token), { table: 'notes' }, { table: 'books' })
    const named = await listen(await client(me.token), { table: 'notes', filter: `owner=eq.${other.id}` })
    const guest = await listen(await client(), { table: 'notes' }, { table: 'books' })
    const foreign = await other.client.from('notes').insert({ body: 'geheim' }).select('id').single()
    await other.client.from('notes').update({ body: 'noch geheimer' }).eq('id', foreign.data?.id)
    await other.client.from('notes').delete().eq('id', foreign.data?.id)
    await me.client.from('notes').insert({ body: 'meins' })
    expect((await settled(heard)).map((change) => change.new)).toMatchObject([{ body: 'meins', owner: me.id }])
    expect(await settled(guest)).toMatchObject([])
    expect(named.changes).toEqual([])
  })

  test('shows a column only to the roles that may read it', async () => {
    const heard = await listen(await client(me.token), { table: 'authors' })
    await contract.service().from('authors').update({ secret: 'neu', name: 'Anna' }).eq('id', 1)
    await soon(() => heard.changes.map((change) => change.new)).toEqual([{ id: 1, name: 'Anna' }])
  })

  test('stops reporting a row that has become hidden', async () => {
    const heard = await listen(await client(me.token), { table: 'notes' }, { table: 'books' })
    const made = await me.client.from('notes').insert({ body: 'eins' }).select('id').single()
    await soon(() => heard.changes).toHaveLength(1)
    await contract.backend.query('update public.notes set owner = $1, body = $2 where id = $3', [
      other.id,
      'weg',
      made.data?.id,
    ])
    expect(await settled(heard)).toHaveLength(1)
  })

  test('reports the deletion of rows that were sent, and of no others', async () => {
    const before = await me.client.from('notes').insert({ body: 'alt' }).select('id').single()
    const heard = await listen(await client(me.token), { table: 'notes' }, { table: 'books' })
    const made = await me.client.from('notes').insert({ body: 'neu' }).select('id').single()
    await soon(() => heard.changes).toHaveLength(1)
    await me.client.from('notes').delete().in('id', [before.data?.id, made.data?.id])
    const rest = await settled(heard)
    expect(rest.slice(1)).toMatchObject([{ eventType: 'DELETE', old: { id: made.data?.id } }])
  })

  test('reports many rows of one statement', async () => {
    const heard = await listen(await client(me.token), { event: 'INSERT', table: 'books', filter: 'author_id=eq.2' })
    await contract.backend.query(
      `insert into public.books (author_id, title) select 2, 'Reihe ' || n from generate_series(1, 300) n`,
    )
    await soon(() => heard.changes.length).toBe(300)
    expect(new Set(heard.changes.map((change) => JSON.stringify(change.new))).size).toBe(300)
    await books().delete().like('title', 'Reihe %')
  })

  test('tells clients to refetch when a statement changes more rows than it reports', async () => {
    const heard = await listen(await client(me.token), { table: 'books' })
    await contract.backend.query(
      `insert into public.books (author_id, title) select 2, 'Menge ' || n from generate_series(1, 2001) n`,
    )
    await soon(() => heard.states.at(-1)).toBe('SUBSCRIBED')
    await soon(() => heard.states).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED'])
    expect(heard.changes).toEqual([])
    await contract.backend.query(`delete from public.books where title like 'Menge %'`)
  })

  test('is silent after leaving', async () => {
    const watcher = await client(me.token)
    const stays = await listen(watcher, { table: 'books' })
    const leaves = await listen(watcher, { table: 'books' })
    expect(await leaves.channel.unsubscribe()).toBe('ok')
    await settled(stays)
    expect(leaves.changes).toEqual([])
  })
})
