/** What must be true of an evening of the desk, whatever came first. */
import { notificationsPage } from '@hot/domain/contract/community'
import { counterDifferences } from '../../../supabase/tests/counters/counter-differences.ts'
import { people } from '../../../supabase/tests/support/people.ts'
import type { Decision, Evening, Step } from './evening.ts'

/** While the block stands, the lists do not name the other, and what was taken back is told to nobody. */
export const listen: Step = async (evening) => {
  const { t } = evening
  await t.settled()
  const { rows, error } = await t.attempt('other', 'select public.notifications_page() as page')
  if (!error && evening.blocks) {
    const actors = notificationsPage.parse(rows[0]?.page).items.map(({ actor }) => actor?.nickname)
    if (actors.includes('tvnudel')) evening.violated.push('other hears of tvnudel')
  }
  const stale = await t.value(
    `select count(*)::int from public.notifications n where n.type = 'reaction_on_comment' and n.actors_count > 0
     and not exists (select from public.comment_reactions r where r.comment_id = n.target_id)`,
  )
  if (stale !== 0) evening.violated.push(`${stale} notifications of hearts that were taken back`)
}

type Facts = {
  state: string
  problem: string | null
  effect: number
  recorded: number
  logged: number
  told: number
}

const facts = `select d.id, d.state, d.problem, case when d.answer is null then 0 else private.decision_effect(d.kind, d.answer) end as effect,
    (select count(*)::int from public.moderation_actions a where a.reason = 'Regel ' || d.id) as recorded,
    (select count(*)::int from public.admin_actions a where a.details ->> 'reason' = 'Regel ' || d.id) as logged,
    (select count(*)::int from public.notifications n where n.message like '%Regel ' || d.id || '%') as told
  from private.pending_decisions d`

function judgeDecision(evening: Evening, decision: Decision, known: Facts | undefined): string[] {
  const { id, kind, by, targets, reason, undone, at } = decision
  const what = `the decision ${id} (${kind}) of ${by} (${known?.state}, ${undone ? 'undone' : 'not undone'})`
  if (!known) return [`${what} is lost`]
  const wrong: string[] = []
  const { state, recorded, logged, effect } = known
  if (undone !== (state === 'undone')) wrong.push(`${what} is not what its decider was told`)
  if (state === 'waiting') wrong.push(`${what} still waits`)
  const excused = evening.weakened.has(by) || targets.some((target) => (evening.touched.get(target) ?? -1) >= at)
  if (state === 'failed' && !excused)
    wrong.push(`${what} did not happen although nothing had changed: ${known.problem}`)
  if (reason === undefined) return wrong
  if (state !== 'done' && recorded + logged + known.told > 0)
    wrong.push(`${what} left ${recorded} records, ${logged} in the log and told ${known.told}`)
  if (state === 'done' && logged !== effect)
    wrong.push(`${what} is ${logged} times in the log, and had ${effect} effects`)
  if (state === 'done' && kind !== 'posts' && kind !== 'appeal' && recorded !== effect)
    wrong.push(`${what} was recorded ${recorded} times, and had ${effect} effects`)
  if (known.told > effect) wrong.push(`${what} told ${known.told} times of ${effect} effects`)
  return wrong
}

/** Each decision that stands happened once; none that was undone did. */
export async function judge(evening: Evening): Promise<void> {
  const { t, violated } = evening
  const { rows } = await t.owner(facts)
  const known = new Map(rows.map(({ id, ...row }) => [id, row as Facts]))
  for (const decision of evening.decisions) violated.push(...judgeDecision(evening, decision, known.get(decision.id)))
  const gone = [...evening.gone].map((who) => people[who])
  const { rows: left } = await t.owner(
    `select 'account' as what from public.profiles where id = any($1::uuid[])
     union all select 'vote' from public.demand_votes where user_id = any($1::uuid[])
     union all select 'reaction' from public.comment_reactions where user_id = any($1::uuid[])
     union all select 'comment' from public.comments where author_id = any($1::uuid[])
     union all select 'binned row' from private.binned_rows where member_id = any($1::uuid[])`,
    [gone],
  )
  for (const { what } of left) violated.push(`who left has left a ${what}`)
  for (const { what } of (await t.owner(counterDifferences)).rows)
    violated.push(`a counter differs from its rows: ${what}`)
}
