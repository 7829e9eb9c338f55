import { sessionId, signedIn } from '../account/account-people.ts'
import type { Harness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { world as w } from '../support/world.ts'

/** Ids of devices and sessions of these tests. */
export const id = (n: number) => `70000000-0000-4000-8000-${String(n).padStart(12, '0')}`
export const phone = 'a1'.repeat(32)

type Claimed = {
  id: number
  device: { kind: string; token: string; environment: string | null }
  unread: number
  notification: { type: string; actors_count: number; actor: { nickname: string } | null }
}

/** Of a build installed by Xcode. */
export const registerSandbox = (t: Harness, device: string, token: string, environment = 'sandbox', kind = 'ios') =>
  t.attempt(
    'member',
    'select public.register_push_device(p_id => $1, p_kind => $2, p_token => $3, p_environment => $4)',
    [device, kind, token, environment],
    { session_id: sessionId },
  )
export const register = (t: Harness, who: 'member' | 'other', device: string, token = phone, session = sessionId) =>
  t.attempt(who, 'select public.register_push_device($1, $2, $3)', [device, 'ios', token], { session_id: session })
/** Something happens to the member. */
export const notify = (t: Harness, kind: string, actor: string | null = people.other) =>
  t.value('select private.notify($1, $2, $3, $4, $5, $6, null, $7)', [
    people.member,
    kind,
    'Titel',
    'Jemand hat etwas getan.',
    '{}',
    w.discussion,
    actor,
  ])
export const claim = async (t: Harness, kinds = '{ios,web}') =>
  (await t.service('select public.claim_pushes($1) as claimed', [kinds])).rows[0]?.claimed as Claimed[]
export const settle = (t: Harness, push: number | undefined, outcome: string, more: unknown[] = [null, null, 0]) =>
  t.service('select public.settle_push($1, $2, $3, $4, $5)', [push, outcome, ...more])
export const devices = async (t: Harness) => Number(await t.value('select count(*) from public.push_devices'))
export const queued = async (t: Harness) => Number(await t.value('select count(*) from private.push_queue'))

/** The member, signed in on a phone that is registered for pushes. */
export async function withPhone(t: Harness): Promise<void> {
  await signedIn(t, 'member')
  const { error } = await register(t, 'member', id(1))
  if (error) throw error
}

/** Moves everything a minute into the past, because events of one transaction have the same time. */
export const aMinuteLater = (t: Harness) =>
  t.owner(`update public.notifications set created_at = created_at - interval '1 minute'`)
