import { profileChoice } from '@hot/domain/privacy/consent'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

/** The member's choice after recording one, as a device reads it. */
async function record(t: Harness, full: boolean, decidedAt: string) {
  const { rows } = await t.as('member', 'select public.record_consent($1, $2, 2) as recorded', [full, decidedAt])
  return profileChoice(rows[0]?.recorded as Parameters<typeof profileChoice>[0])
}
const stored = async (t: Harness, who: keyof typeof people = 'member') => {
  const { rows } = await t.owner(
    `select analytics_consent as full, analytics_consent_updated_at as at, analytics_consent_text as text from public.profiles where id = '${people[who]}'`,
  )
  return rows[0]
}
const at = (choice: { acceptedAt: string } | null) => new Date(choice?.acceptedAt ?? 0).toISOString()

test(
  'the newer choice wins, whichever arrives first',
  harness(async (t) => {
    expect(await stored(t)).toEqual({ full: false, at: null, text: null })
    expect(await record(t, true, '2026-03-01T10:00:00.123Z')).toMatchObject({ level: 'full' })
    // A device that was offline reports an earlier choice late.
    const late = await record(t, false, '2026-02-01T10:00:00.000Z')
    expect(late).toMatchObject({ level: 'full' })
    expect(at(late)).toBe('2026-03-01T10:00:00.123Z')
    const withdrawn = await record(t, false, '2026-03-02T10:00:00.000Z')
    expect(withdrawn).toMatchObject({ level: 'essential' })
    expect(at(withdrawn)).toBe('2026-03-02T10:00:00.000Z')
    // A first refusal is recorded too, although it changes nothing.
    expect(await stored(t)).toMatchObject({ full: false, text: 2 })
    expect(await stored(t, 'admin')).toEqual({ full: false, at: null, text: null })
  }),
)

test(
  'a clock that is ahead counts as now, to the millisecond',
  harness(async (t) => {
    const before = Date.now()
    const choice = await record(t, true, '2999-01-01T00:00:00.000Z')
    expect(Date.parse(at(choice))).toBeLessThan(before + 60_000)
    expect(choice?.acceptedAt).toMatch(/T\d\d:\d\d:\d\d(\.\d{1,3})?\+/)
  }),
)

test(
  'only the member sets it, and only through the RPC',
  harness(async (t) => {
    for (const person of ['member', 'admin'] as const) {
      const direct = t.attempt(
        person,
        `update public.profiles set analytics_consent = true where id = '${people.member}'`,
      )
      expect((await direct).error?.code, person).toBe('42501')
    }
    expect((await t.attempt('member', 'select public.record_consent(null, now())')).error?.code).toBe('23502')
  }),
)

/** Counts as the device does: as the member, in one visit. */
async function count(t: Harness, visit: string) {
  await t.as(
    'member',
    `insert into public.analytics_events (event_type, user_id, session_id) values ('vote_cast', '${people.member}', $1)`,
    [visit],
  )
  await t.as(
    'member',
    'insert into public.user_sessions (id) values ($1) on conflict (id) do update set page_views = 2',
    [visit],
  )
}
const counted = async (t: Harness, who: keyof typeof people = 'member') => {
  const { rows } = await t.owner(
    `select (select count(*)::int from public.analytics_events where user_id = '${people[who]}' and not metadata @> '{"admin_action": true}') as events,
      (select count(*)::int from public.user_sessions where user_id = '${people[who]}') as visits`,
  )
  return rows[0]
}

test(
  'a withdrawal deletes what was counted, and drops what was on its way or comes from another device',
  harness(async (t) => {
    await count(t, 'session_1790000000000_first')
    expect(await counted(t)).toEqual({ events: 1, visits: 1 })
    await record(t, true, '2026-03-01T10:00:00.000Z')
    expect(await counted(t)).toEqual({ events: 1, visits: 1 })
    await record(t, false, '2026-02-01T10:00:00.000Z')
    expect(await counted(t), 'an older no that arrives late').toEqual({ events: 1, visits: 1 })
    await record(t, false, '2026-03-02T10:00:00.000Z')
    expect(await counted(t)).toEqual({ events: 0, visits: 0 })
    await count(t, 'session_1790000000000_other')
    expect(await counted(t)).toEqual({ events: 0, visits: 0 })
    await record(t, true, '2026-03-03T10:00:00.000Z')
    await count(t, 'session_1790000000000_again')
    expect(await counted(t)).toEqual({ events: 1, visits: 1 })
  }),
)

test(
  "a guest's visit is forgotten by its id alone, and no other row with it",
  harness(async (t) => {
    const visit = `session_${Date.now()}_abcdef12`
    const other = `session_${Date.now()}_abcdef13`
    for (const id of [visit, other])
      await t.as('guest', `insert into public.analytics_events (event_type, session_id) values ('page_view', $1)`, [id])
    await count(t, visit)
    const left = async () => {
      const { rows } = await t.owner(
        `select session_id, user_id from public.analytics_events where session_id in ('${visit}', '${other}') order by user_id nulls first`,
      )
      return rows.map((row) => [row.session_id, row.user_id])
    }
    expect(await left()).toHaveLength(3)
    for (const wrong of ['', '%', 'session_%', `${visit}x`])
      await t.as('guest', 'select public.forget_visit($1)', [wrong])
    expect(await left()).toHaveLength(3)
    await t.as('guest', 'select public.forget_visit($1)', [visit])
    expect(await left()).toEqual([
      [other, null],
      [visit, people.member],
    ])
  }),
)

test(
  'what was noted of a suspicious registration stays whatever is chosen',
  harness(async (t) => {
    await t.owner(`select private.record_suspicion('${people.member}', 'email', 'm+1@gmail.com', null, 'plus_tag')`)
    const noted = () =>
      t.value(`select count(*)::int from public.analytics_events where event_type = 'suspicious_registration'`)
    const before = await noted()
    expect(before).toBeGreaterThan(0)
    await record(t, false, '2026-03-02T10:00:00.000Z')
    expect(await noted()).toBe(before)
  }),
)
