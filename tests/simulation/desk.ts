/**
 * Seeded evenings of a desk: members write, give hearts, take them back and block; the team decides, undoes, loses its
 * sessions and roles, deletes and restores; jobs run in between. What docs/promises.md says must hold whatever came first.
 */
import { decideAnswer } from '@hot/domain/contract/admin/decisions'
import { notificationsPage } from '@hot/domain/contract/community'
import { demoId, demoRandom, type Random } from '../../server/demo/demo-rows.ts'
import { counterDifferences } from '../../supabase/tests/counters/counter-differences.ts'
import { openTestDatabase } from '../../supabase/tests/support/database.ts'
import { type Harness, harnessOn } from '../../supabase/tests/support/harness.ts'
import { people, sessionIdOf } from '../../supabase/tests/support/people.ts'
import { createWorld, world as w } from '../../supabase/tests/support/world.ts'
import type { Failure } from './simulation.ts'

const staff = ['moderator', 'admin'] as const
const members = ['member', 'other'] as const
type Staff = (typeof staff)[number]
type Decision = {
  id: string
  by: Staff
  comment: string
  version: unknown
  reason: string
  undone: boolean
  at: number
}

/** What was done so far, and what of it must be true. */
type Evening = {
  t: Harness
  random: Random
  seed: number
  comments: string[]
  /** Comments that their author changed or deleted, and when: a decision from before leaves them alone. */
  touched: Map<string, number>
  decisions: Decision[]
  /** Lost the role at some time: what they had decided may not happen. */
  demoted: Set<Staff>
  /** Whether `other` blocks `member`. */
  blocks: boolean
  /** The star's rows before it went to the bin. */
  binned: string | undefined
  violated: string[]
  made: number
}

const pick = <T>({ random }: Evening, from: readonly T[]): T => random.some(from, 1)[0] as T
const newId = (evening: Evening) => demoId(`desk ${evening.seed}`, String(evening.made++))

async function comment(evening: Evening): Promise<void> {
  const id = newId(evening)
  const parent = evening.random.next() < 0.4 ? pick(evening, evening.comments) : null
  const { error } = await evening.t.attempt(
    pick(evening, members),
    'insert into public.comments (id, post_id, parent_id, content) values ($1, $2, $3, $4)',
    [id, w.discussion, parent, `Finde ich auch, ${id}`],
  )
  if (!error) evening.comments.push(id)
}

async function change(evening: Evening): Promise<void> {
  const id = pick(evening, evening.comments)
  const sql =
    evening.random.next() < 0.5
      ? `update public.comments set content = 'Anders, ${newId(evening)}' where id = $1`
      : 'delete from public.comments where id = $1'
  const text = () => evening.t.value('select concat(content, deleted_at) from public.comments where id = $1', [id])
  const before = await text()
  await evening.t.attempt(pick(evening, members), sql, [id])
  // A deletion keeps the row and says that it affected none.
  if ((await text()) !== before) evening.touched.set(id, evening.made++)
}

async function heart(evening: Evening): Promise<void> {
  const id = pick(evening, evening.comments)
  const sql =
    evening.random.next() < 0.5
      ? `insert into public.comment_reactions (comment_id, reaction) values ($1, 'heart')`
      : 'delete from public.comment_reactions where comment_id = $1 and user_id = auth.uid()'
  await evening.t.attempt(pick(evening, members), sql, [id])
}

async function block(evening: Evening): Promise<void> {
  const kind = evening.blocks ? null : pick(evening, ['block', 'mute'])
  await evening.t.as('other', 'select public.set_block($1, $2)', [people.member, kind])
  evening.blocks = !evening.blocks
}

const send = ({ t }: Evening, { id, by, comment, version, reason }: Decision) =>
  t.attempt(by, `select public.admin_decide($1, 'content', $2::jsonb) as answer`, [
    id,
    JSON.stringify({
      ...{ p_content_id: comment, p_type: 'comment', p_action: 'delete', p_reason: reason },
      p_seen: { [`comment:${comment}`]: version },
    }),
  ])

async function decide(evening: Evening): Promise<void> {
  const id = newId(evening)
  const comment = pick(evening, evening.comments)
  const decision = {
    id,
    by: pick(evening, staff),
    comment,
    version: await evening.t.value(`select private.target_version('comment:' || $1)`, [comment]),
    reason: `Regel ${id}`,
    undone: false,
    at: evening.made,
  }
  const { rows, error } = await send(evening, decision)
  if (!error && decideAnswer.parse(rows[0]?.answer).kept) evening.decisions.push(decision)
}

/** The answer was lost, and the press is sent again. */
async function repeat(evening: Evening): Promise<void> {
  if (evening.decisions.length > 0) await send(evening, pick(evening, evening.decisions))
}

async function undo(evening: Evening): Promise<void> {
  if (evening.decisions.length === 0) return
  const decision = pick(evening, evening.decisions)
  const { rows } = await evening.t.attempt(pick(evening, staff), 'select public.admin_undo_decision($1) as undone', [
    decision.id,
  ])
  if (rows[0]?.undone === true) decision.undone = true
}

async function leave(evening: Evening): Promise<void> {
  await evening.t.platform('delete from auth.sessions where user_id = $1', [people[pick(evening, staff)]])
}

async function signIn({ t }: Evening): Promise<void> {
  for (const who of staff)
    await t.platform(
      `insert into auth.sessions (id, user_id, created_at, updated_at, aal) values ($1, $2, now(), now(), 'aal2') on conflict do nothing`,
      [sessionIdOf(who), people[who]],
    )
}

async function role(evening: Evening): Promise<void> {
  const leaves = evening.random.next() < 0.5
  if (leaves) evening.demoted.add('moderator')
  const now = leaves ? 'user' : 'moderator'
  await evening.t.owner('update public.profiles set role = $1 where id = $2', [now, people.moderator])
}

/** Time passes, and the job runs. */
async function pass({ t, random }: Evening, seconds = random.whole(1, 12)): Promise<void> {
  await t.owner(
    `update private.pending_decisions set due_at = due_at - make_interval(secs => $1) where state = 'waiting'`,
    [seconds],
  )
  await t.owner('select private.carry_out_decisions()')
}

const starRows = (t: Harness) =>
  t.value(
    `select jsonb_build_object('star', (select to_jsonb(s) - 'updated_at' from public.stars s where s.id = $1),
      'votes', (select jsonb_agg(to_jsonb(v) order by v.user_id) from public.demand_votes v where v.star_id = $1),
      'seasons', (select jsonb_agg(to_jsonb(p) - 'id' order by p.season_id) from public.season_participants p where p.star_id = $1),
      'accounts', (select jsonb_agg(to_jsonb(a) - 'updated_at' order by a.id) from public.star_social_accounts a where a.star_id = $1),
      'posts', (select jsonb_agg(p.id order by p.id) from public.community_posts p where $1 = any(p.tags)))::text`,
    [w.star],
  )

/** The star goes to the bin, or comes back as it was; votes are given while it stands. */
async function bin(evening: Evening): Promise<void> {
  const { t, random } = evening
  if (evening.binned === undefined) {
    if (random.next() < 0.5) {
      await t.attempt(
        pick(evening, members),
        'insert into public.demand_votes (star_id, user_id, value) values ($1, auth.uid(), $2)',
        [w.star, random.whole(1, 5)],
      )
      return
    }
    const before = String(await starRows(t))
    const { error } = await t.attempt('admin', 'select public.admin_delete_star($1)', [w.star])
    if (!error) evening.binned = before
    return
  }
  const { error } = await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [
    await t.value('select id from private.bin order by removed_at desc limit 1'),
  ])
  if (error) return
  const after = String(await starRows(t))
  if (after !== evening.binned) evening.violated.push(`the star came back as ${after}, not as ${evening.binned}`)
  evening.binned = undefined
}

/** While the block stands, neither list names the other, and what was taken back is told to nobody. */
async function listen(evening: Evening): Promise<void> {
  const { t } = evening
  await t.settled()
  for (const who of members) {
    const { rows } = await t.as(who, 'select public.notifications_page() as page')
    const actors = notificationsPage.parse(rows[0]?.page).items.map(({ actor }) => actor?.nickname)
    const blocked = who === 'other' ? 'tvnudel' : undefined
    if (evening.blocks && blocked && actors.includes(blocked)) evening.violated.push(`${who} hears of ${blocked}`)
  }
  const stale = await t.value(
    `select count(*)::int from public.notifications n where n.type = 'reaction_on_comment' and n.actors_count > 0
     and not exists (select from public.comment_reactions r where r.comment_id = n.target_id)`,
  )
  if (stale !== 0) evening.violated.push(`${stale} notifications of hearts that were taken back`)
}

const shares: readonly [share: number, step: (evening: Evening) => Promise<void>][] = [
  [0.15, comment],
  [0.25, change],
  [0.4, heart],
  [0.46, block],
  [0.6, decide],
  [0.64, repeat],
  [0.72, undo],
  [0.76, leave],
  [0.82, signIn],
  [0.85, role],
  [0.92, (evening) => pass(evening)],
  [0.98, bin],
  [1, listen],
]

/** Each decision that stands happened once; none that was undone did. */
async function judge(evening: Evening): Promise<void> {
  const { t, violated } = evening
  for (const { id, by, comment, reason, undone, at } of evening.decisions) {
    const state = await t.value('select state from private.pending_decisions where id = $1', [id])
    const times = await t.value('select count(*)::int from public.moderation_actions where reason = $1', [reason])
    const wanted = state === 'done' ? 1 : 0
    const what = `the decision ${id} of ${by} (${state}, ${undone ? 'undone' : 'not undone'})`
    if (times !== wanted) violated.push(`${what} happened ${times} times`)
    if (undone !== (state === 'undone')) violated.push(`${what} is not what its decider was told`)
    if (state === 'waiting') violated.push(`${what} still waits`)
    if (state === 'failed' && (evening.touched.get(comment) ?? -1) < at && !evening.demoted.has(by))
      violated.push(
        `${what} did not happen although nothing had changed: ${await t.value('select problem from private.pending_decisions where id = $1', [id])}`,
      )
    if (state === 'done' && !(await t.value('select deleted_at from public.comments where id = $1', [comment])))
      violated.push(`${what} left its comment`)
  }
  for (const { what } of (await t.owner(counterDifferences)).rows)
    violated.push(`a counter differs from its rows: ${what}`)
}

async function runEvening(t: Harness, seed: number): Promise<string[]> {
  const random = demoRandom(`desk ${seed}`)
  const known = { comments: [w.comment], touched: new Map<string, number>(), decisions: [], demoted: new Set<Staff>() }
  const evening: Evening = { t, random, seed, ...known, blocks: false, binned: undefined, violated: [], made: 0 }
  for (let turn = random.whole(30, 70); turn > 0; turn -= 1) {
    const luck = random.next()
    await shares.find(([share]) => luck < share)?.[1](evening)
  }
  // Everybody leaves; the job alone carries out what waits.
  await t.platform('delete from auth.sessions where user_id = any($1::uuid[])', [staff.map((who) => people[who])])
  await pass(evening, 11)
  await signIn(evening)
  if (evening.binned !== undefined) await bin(evening)
  if (evening.binned !== undefined) evening.violated.push('the star did not come back')
  await listen(evening)
  await judge(evening)
  return evening.violated
}

/** Plays evenings one after the other in the world of `t`, each undone, and stops at the first that violates something. */
export async function playEvenings(
  t: Harness,
  seeds: Iterable<number>,
  each: (seed: number) => void = () => {},
): Promise<Failure | undefined> {
  for (const seed of seeds) {
    const violated = await t.undone(() => runEvening(t, seed))
    if (violated.length > 0) return { seed, violated }
    each(seed)
  }
  return undefined
}

/** The same in a database of its own. */
export async function simulateDesk(
  seeds: Iterable<number>,
  each?: (seed: number) => void,
): Promise<Failure | undefined> {
  const { engine, owner, close } = await openTestDatabase()
  try {
    return await engine.session(async (session) => {
      await session.exec('begin')
      const t = harnessOn(session, owner)
      await createWorld(t)
      return playEvenings(t, seeds, each)
    })
  } finally {
    await close()
  }
}
