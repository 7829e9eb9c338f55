/** What the team and its jobs do in an evening of the desk. */
import { decideAnswer } from '@hot/domain/contract/admin/decisions'
import { people, sessionIdOf } from '../../../supabase/tests/support/people.ts'
import {
  type Decision,
  type Evening,
  members,
  newId,
  pick,
  type Step,
  staff,
  touch,
  touchEverything,
} from './evening.ts'

type Planned = Pick<Decision, 'kind' | 'targets' | 'args'> & { reason?: string }

const some = <T>(evening: Evening, from: readonly T[]): T[] => [
  ...new Set(evening.random.some(from, Math.min(from.length, evening.random.whole(1, 3)))),
]

/** Which version of each was read. */
async function seen(evening: Evening, targets: readonly string[]): Promise<object> {
  const { rows } = await evening.t.owner(
    'select jsonb_object_agg(t, private.target_version(t)) as seen from unnest($1::text[]) t',
    [targets],
  )
  return { p_seen: rows[0]?.seen }
}

const plans: Record<Decision['kind'], (evening: Evening, reason: string) => Promise<Planned | undefined>> = {
  content: async (evening, reason) => {
    const id = pick(evening, evening.comments)
    const args = { p_content_id: id, p_type: 'comment', p_action: 'delete', p_reason: reason }
    const targets = [`comment:${id}`]
    return { kind: 'content', targets, reason, args: { ...args, ...(await seen(evening, targets)) } }
  },
  comments: async (evening, reason) => {
    const ids = some(evening, evening.comments)
    const targets = ids.map((id) => `comment:${id}`)
    return {
      kind: 'comments',
      targets,
      reason,
      args: { p_ids: ids, p_reason: reason, ...(await seen(evening, targets)) },
    }
  },
  posts: async (evening, reason) => {
    if (evening.posts.length === 0) return undefined
    const ids = some(evening, evening.posts)
    const versions: unknown[] = []
    for (const id of ids)
      versions.push((await evening.t.value(`select private.decision_state($1) ->> 'updated_at'`, [id])) ?? null)
    const args = { p_ids: ids, p_seen: versions, p_decision: pick(evening, ['approve', 'reject']), p_reason: reason }
    return { kind: 'posts', targets: ids.map((id) => `post:${id}`), reason, args }
  },
  ban: async (evening, reason) => {
    const id = people[pick(evening, [...members, 'moderator'] as const)]
    const args = { p_id: id, p_days: evening.random.whole(1, 30), p_reason: reason }
    return { kind: 'ban', targets: [`profile:${id}`], reason, args }
  },
  spam: async (evening) => {
    const id = people[pick(evening, members)]
    return { kind: 'spam', targets: [`profile:${id}`], args: { p_id: id } }
  },
  appeal: async (evening, reason) => {
    const id = await evening.t.value('select id::text from public.appeals order by id limit 1')
    if (id === undefined) return undefined
    const args = { p_id: id, p_outcome: pick(evening, ['upheld', 'overturned']), p_reason: reason }
    const targets = [`appeal:${id}`]
    return { kind: 'appeal', targets, reason, args: { ...args, ...(await seen(evening, targets)) } }
  },
}

const send = ({ t }: Evening, { id, kind, by, args }: Decision) =>
  t.attempt(by, `select public.admin_decide($1, $2, $3::jsonb) as answer`, [id, kind, JSON.stringify(args)])

export const decide: Step = async (evening) => {
  const id = newId(evening)
  const kind = pick(evening, [
    'content',
    'content',
    'content',
    'comments',
    'comments',
    'posts',
    'ban',
    'spam',
    'appeal',
    'appeal',
    'appeal',
  ] as const)
  if (kind === 'spam' && evening.random.next() < 0.6) return
  const planned = await plans[kind](evening, `Regel ${id}`)
  if (!planned) return
  const decision = { ...planned, id, reason: planned.reason, by: pick(evening, staff), undone: false, at: evening.made }
  const { rows, error } = await send(evening, decision)
  const kept = error ? null : decideAnswer.parse(rows[0]?.answer).kept
  if (kept) evening.decisions.push({ ...decision, targets: kept.targets })
}

/** The answer was lost, and the press is sent again. */
export const repeat: Step = async (evening) => {
  if (evening.decisions.length > 0) await send(evening, pick(evening, evening.decisions))
}

export const undo: Step = async (evening) => {
  if (evening.decisions.length === 0) return
  const decision = pick(evening, evening.decisions)
  const { rows } = await evening.t.attempt(pick(evening, staff), 'select public.admin_undo_decision($1) as undone', [
    decision.id,
  ])
  if (rows[0]?.undone === true) decision.undone = true
}

/** Whoever has reported is told once, whatever is decided. */
export const report: Step = async (evening) => {
  await evening.t.attempt(pick(evening, members), `select public.report_content($1, 'comment', $2, 'spam')`, [
    newId(evening),
    pick(evening, evening.comments),
  ])
}

export const leave: Step = async (evening) => {
  await evening.t.platform('delete from auth.sessions where user_id = $1', [people[pick(evening, staff)]])
}

export const signIn: Step = async ({ t }) => {
  for (const who of staff)
    await t.platform(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal2') on conflict do nothing`,
      [sessionIdOf(who), people[who]],
    )
}

export const role: Step = async (evening) => {
  const now = evening.random.next() < 0.5 ? 'user' : 'moderator'
  if (now === 'user') evening.weakened.add('moderator')
  await evening.t.owner('update public.profiles set role = $1 where id = $2', [now, people.moderator])
}

/** A ban reaches its end, or an admin takes it or the removal of a spammer back. */
export const endBan: Step = async (evening) => {
  const who = people[pick(evening, [...members, 'moderator'] as const)]
  const luck = evening.random.next()
  if (luck < 0.5)
    await evening.t.owner(
      `update public.profiles set banned_until = now() - interval '1 second' where id = $1 and is_banned and banned_until is not null`,
      [who],
    )
  else if (luck < 0.75) await evening.t.attempt('admin', `select public.admin_unban_member($1, 'Irrtum')`, [who])
  else {
    await evening.t.attempt('admin', `select public.admin_restore_spam($1, 'Kein Spam')`, [who])
  }
  if (luck >= 0.5) touchEverything(evening)
  if (evening.random.next() < 0.3) await evening.t.owner('select private.clear_timed_bans()')
}

const powerless = `select coalesce(array_agg(p.id), '{}') as ids from public.profiles p where p.id = any($1::uuid[])
  and (p.role = 'user' or (p.is_banned and (p.banned_until is null or p.banned_until > now())))`

/** Time passes, and the job runs. Whoever has no role at that moment decides nothing. */
export async function pass(evening: Evening, seconds = evening.random.whole(1, 12)): Promise<void> {
  const { t } = evening
  const ids = staff.map((who) => people[who])
  const without = (await t.value(powerless, [ids])) as string[]
  const log = () =>
    t.value('select count(*)::int from public.admin_actions where admin_id = any($1::uuid[])', [without])
  const before = without.length > 0 ? await log() : 0
  await t.owner(
    `update private.pending_decisions set due_at = due_at - make_interval(secs => $1) where state = 'waiting'`,
    [seconds],
  )
  await t.owner('select private.carry_out_decisions()')
  if (without.length > 0 && (await log()) !== before) evening.violated.push('somebody decided without a role')
  await noteCarriedOut(evening)
  const now = (await t.value(powerless, [ids])) as string[]
  for (const who of staff) if (without.includes(people[who]) || now.includes(people[who])) evening.weakened.add(who)
}

/** What was carried out has changed its targets, for whoever decided about them before. */
async function noteCarriedOut(evening: Evening): Promise<void> {
  const done = await evening.t.owner(
    `select d.id, d.kind, d.targets from private.pending_decisions d where d.state = 'done' order by d.due_at`,
  )
  for (const { id, kind, targets } of done.rows as { id: string; kind: string; targets: string[] }[]) {
    if (evening.touched.has(`decision:${id}`)) continue
    touch(evening, `decision:${id}`)
    for (const target of targets) touch(evening, target)
    if (kind === 'spam' || kind === 'appeal') touchEverything(evening)
  }
}
