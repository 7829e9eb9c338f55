import { profileChoice } from '@hot/domain/privacy/consent'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'

const harness = useHarness(createWorld)

/** The member's choice after recording one, as a device reads it. */
async function record(t: Harness, full: boolean, decidedAt: string) {
  const { rows } = await t.as('member', 'select public.record_consent($1, $2) as recorded', [full, decidedAt])
  return profileChoice(rows[0]?.recorded as Parameters<typeof profileChoice>[0])
}
const stored = async (t: Harness, who: keyof typeof people = 'member') => {
  const { rows } = await t.owner(
    `select analytics_consent as full, analytics_consent_updated_at as at from public.profiles where id = '${people[who]}'`,
  )
  return rows[0]
}
const at = (choice: { acceptedAt: string } | null) => new Date(choice?.acceptedAt ?? 0).toISOString()

test(
  'the newer choice wins, whichever arrives first',
  harness(async (t) => {
    expect(await stored(t)).toEqual({ full: false, at: null })
    expect(await record(t, true, '2026-03-01T10:00:00.123Z')).toMatchObject({ level: 'full' })
    // A device that was offline reports an earlier choice late.
    const late = await record(t, false, '2026-02-01T10:00:00.000Z')
    expect(late).toMatchObject({ level: 'full' })
    expect(at(late)).toBe('2026-03-01T10:00:00.123Z')
    const withdrawn = await record(t, false, '2026-03-02T10:00:00.000Z')
    expect(withdrawn).toMatchObject({ level: 'essential' })
    expect(at(withdrawn)).toBe('2026-03-02T10:00:00.000Z')
    // A first refusal is recorded too, although it changes nothing.
    expect(await stored(t)).toMatchObject({ full: false })
    expect(await stored(t, 'admin')).toEqual({ full: false, at: null })
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
