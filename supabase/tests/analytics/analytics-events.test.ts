import { analyticsEventTypes, guestEventTypes } from '@hot/domain/analytics/events'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

type Sent = { id?: string; type?: string; user?: string | null; metadata?: object; path?: string; at?: string }

const ownId = (person: Person) => (person === 'guest' ? null : people[person])

/** As sent by the queue: every column it fills, in one statement. */
const send = (t: Harness, person: Person, sent: Sent = {}) =>
  t.attempt(
    person,
    `insert into public.analytics_events (id, event_type, user_id, session_id, page_path, metadata, created_at)
     values (coalesce($1, gen_random_uuid()), $2, $3, 'session-1', $4, $5, coalesce($6, now()))`,
    [
      sent.id ?? null,
      sent.type ?? 'page_view',
      sent.user === undefined ? ownId(person) : sent.user,
      sent.path ?? '/stars',
      sent.metadata ?? {},
      sent.at ?? null,
    ],
  )
const codeOf = async (t: Harness, person: Person, sent: Sent) =>
  (await t.undone(() => send(t, person, sent))).error?.code ?? 'taken'
const count = (t: Harness) => t.value('select count(*)::int from public.analytics_events')

test(
  'guests may send their eleven types only; members may send all',
  harness(async (t) => {
    const taken = async (person: Person) => {
      const types: string[] = []
      for (const type of analyticsEventTypes) if ((await codeOf(t, person, { type })) === 'taken') types.push(type)
      return types
    }
    expect(await taken('guest')).toEqual(analyticsEventTypes.filter((type) => guestEventTypes.includes(type)))
    expect(await taken('member')).toEqual(analyticsEventTypes)
    expect(await taken('banned')).toEqual([])
    expect(await codeOf(t, 'member', { type: 'made_up' })).toBe('23514')
  }),
)

test(
  'nobody sends as somebody else, without their id, with the flag, or into a chosen partition',
  harness(async (t) => {
    expect(await codeOf(t, 'guest', { user: people.other })).toBe('42501')
    expect(await codeOf(t, 'member', { user: people.other })).toBe('42501')
    expect(await codeOf(t, 'member', { user: null })).toBe('42501')
    for (const person of ['guest', 'member', 'admin'] as const)
      for (const flag of [true, false, null])
        expect(await codeOf(t, person, { metadata: { admin_action: flag } })).toBe('42501')
    const { error } = await t.attempt(
      'guest',
      `insert into public.analytics_events (event_type, month) values ('click', 'infinity')`,
    )
    expect(error?.code).toBe('42501')
  }),
)

test(
  'a repeated batch counts once, also with new events and across the end of a month',
  harness(async (t) => {
    for (const person of ['guest', 'member'] as const) {
      const before = Number(await count(t))
      const first = { id: crypto.randomUUID() }
      expect((await send(t, person, first)).affected).toBe(1)
      expect((await send(t, person, first)).error).toBeUndefined()
      await send(t, person, { id: crypto.randomUUID() })
      expect(await count(t)).toBe(before + 2)
    }
    const id = crypto.randomUUID()
    await t.owner(`select private.make_analytics_partition((date_trunc('month', now()) - interval '1 month')::date)`)
    await t.owner(
      `insert into public.analytics_events (id, event_type, month) values ($1, 'click', (date_trunc('month', now()) - interval '1 month')::date)`,
      [id],
    )
    const before = Number(await count(t))
    await send(t, 'guest', { id })
    expect(await count(t)).toBe(before)
  }),
)

test(
  'a wrong clock loses nothing: an impossible time is replaced, one within a day is kept',
  harness(async (t) => {
    const stored = async (at: string) => {
      const id = crypto.randomUUID()
      expect((await send(t, 'guest', { id, at })).error).toBeUndefined()
      const { rows } = await t.owner(
        `select (created_at = now()) as now, month = date_trunc('month', now() at time zone 'utc') as here
         from public.analytics_events where id = $1`,
        [id],
      )
      return rows[0]
    }
    const now = Number(await t.value('select extract(epoch from now())::float8'))
    const away = (seconds: number) => new Date((now + seconds) * 1000).toISOString()
    expect(await stored('1970-01-01T00:00:00Z')).toEqual({ now: true, here: true })
    expect(await stored('2099-12-31T00:00:00Z')).toEqual({ now: true, here: true })
    expect(await stored(away(60))).toEqual({ now: true, here: true })
    expect(await stored(away(-3600))).toEqual({ now: false, here: true })
    expect(await stored(away(-90_000))).toEqual({ now: true, here: true })
  }),
)

test(
  'a row has 4 kB at most, in whatever column',
  harness(async (t) => {
    const taken = { metadata: { name: 'x'.repeat(3900) } }
    expect(await codeOf(t, 'guest', taken)).toBe('taken')
    expect(await codeOf(t, 'guest', { metadata: { name: 'x'.repeat(4000) } })).toBe('23514')
    expect(await codeOf(t, 'guest', { metadata: { name: 'ü'.repeat(2000) } })).toBe('23514')
    expect(await codeOf(t, 'guest', { ...taken, path: `/${'p'.repeat(200)}` })).toBe('23514')
    const list = `insert into public.analytics_events (event_type, metadata) values ('click', '[]')`
    expect((await t.attempt('guest', list)).error?.code).toBe('23514')
  }),
)

test(
  'nobody can access a partition directly',
  harness(async (t) => {
    const { rows } = await t.platform(
      `select c.oid::regclass::text as name, c.relnamespace::regnamespace::text as schema
       from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.analytics_events'::regclass`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(5)
    for (const { name, schema } of rows) {
      expect(schema).toBe('private')
      for (const person of ['guest', 'member', 'moderator', 'admin'] as const)
        for (const sql of [`select 1 from ${name}`, `insert into ${name} (event_type) values ('click')`])
          expect((await t.attempt(person, sql)).error?.code).toBe('42501')
    }
  }),
)

test(
  'admins read events, moderators the staff log, members not even their own',
  harness(async (t) => {
    await send(t, 'member', { id: w.fresh })
    const seen = async (person: Person) => {
      const { rows } = await t.attempt(person, 'select 1 from public.analytics_events')
      return rows.length
    }
    expect([await seen('guest'), await seen('member'), await seen('moderator'), await seen('admin')]).toEqual([
      0, 0, 0, 1,
    ])
  }),
)
