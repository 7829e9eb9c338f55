/**
 * Seeded evenings of a desk: members write, vote, object, block and leave; the team decides about one and about many,
 * undoes, loses its sessions and roles, merges, imports, deletes and restores; bans end, and jobs run in between. What
 * docs/promises.md says must hold whatever came first.
 */
import { demoRandom } from '../../server/demo/demo-rows.ts'
import { openTestDatabase } from '../../supabase/tests/support/database.ts'
import { type Harness, harnessOn } from '../../supabase/tests/support/harness.ts'
import { people } from '../../supabase/tests/support/people.ts'
import { createWorld, world as w } from '../../supabase/tests/support/world.ts'
import { bin, importTable, merge, undoImport } from './desk/archive.ts'
import { type Evening, members, type Step, staff } from './desk/evening.ts'
import { judge, listen } from './desk/judge.ts'
import { appeal, block, change, comment, deleteAccount, heart, post, vote } from './desk/members.ts'
import { decide, endBan, leave, pass, repeat, report, role, signIn, undo } from './desk/team.ts'
import type { Failure } from './simulation.ts'

/** How often each step is taken, of a thousand. */
const weights: readonly [weight: number, step: Step][] = [
  [130, comment],
  [80, change],
  [40, post],
  [120, heart],
  [80, vote],
  [50, block],
  [60, appeal],
  [10, deleteAccount],
  [160, decide],
  [30, repeat],
  [60, undo],
  [20, report],
  [25, leave],
  [35, signIn],
  [20, role],
  [25, endBan],
  [60, (evening) => pass(evening)],
  [35, bin],
  [12, merge],
  [15, importTable],
  [13, undoImport],
  [15, listen],
]
const all = weights.reduce((sum, [weight]) => sum + weight, 0)

function stepAt(luck: number): Step {
  let left = luck * all
  for (const [weight, step] of weights) {
    left -= weight
    if (left < 0) return step
  }
  return listen
}

const blank = (t: Harness, seed: number): Evening => ({
  t,
  random: demoRandom(`desk ${seed}`),
  seed,
  comments: [w.comment],
  posts: [],
  touched: new Map(),
  decisions: [],
  weakened: new Set(),
  gone: new Set(),
  blocks: false,
  binned: undefined,
  imports: [],
  violated: [],
  made: 0,
})

/** Everybody leaves; the jobs alone carry out what waits. Then the bin and the imports give back what they hold. */
async function close(evening: Evening): Promise<void> {
  const { t } = evening
  await t.platform('delete from auth.sessions where user_id = any($1::uuid[])', [staff.map((who) => people[who])])
  await pass(evening, 11)
  await signIn(evening)
  await t.owner(`update public.profiles set is_banned = false, banned_until = null where id = $1`, [people.admin])
  if (evening.binned !== undefined) await bin(evening)
  if (evening.binned !== undefined) evening.violated.push('the star did not come back')
  for (const who of members)
    await t.attempt('admin', `select public.admin_restore_spam($1, 'Kein Spam')`, [people[who]])
  if (
    (await t.value('select $2 = any(p.tags) from public.community_posts p where p.id = $1', [w.discussion, w.star])) ===
    false
  )
    evening.violated.push('the star is back and its post is there, but does not name it')
  for (let turn = 0; turn < 20 && evening.imports.length > 0; turn += 1) await undoImport(evening)
  await listen(evening)
  await judge(evening)
}

async function runEvening(t: Harness, seed: number): Promise<string[]> {
  const evening = blank(t, seed)
  await t.owner('update public.profiles set is_banned = false where id = $1', [people.banned])
  for (let turn = evening.random.whole(30, 70); turn > 0; turn -= 1) await stepAt(evening.random.next())(evening)
  await close(evening)
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
  const { engine, owner, close: closeDatabase } = await openTestDatabase()
  try {
    return await engine.session(async (session) => {
      await session.exec('begin')
      const t = harnessOn(session, owner)
      await createWorld(t)
      return playEvenings(t, seeds, each)
    })
  } finally {
    await closeDatabase()
  }
}
