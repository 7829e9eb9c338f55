import fc from 'fast-check'
import { expect } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import type { Harness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'
import { edit, type Life, lives, prepare, remove } from './bin-edits.ts'
import { expectGivenBack, gone, type Ledger, ledger, stillBinned } from './bin-ledger.ts'
import { actNames, kindOf, lifeOfSteps, prepareLife, restorePost, run, type Step } from './bin-steps.ts'

/** What a restore leaves alone: the log, the bin itself, what is told once, queues, and spellings once known. */
const notGivenBack = [
  ...['public.admin_actions', 'private.analytics_events%', 'private.bin', 'private.binned_rows'],
  ...['private.post_changes', 'private.act_changes', 'private.announcements', 'private.notification_events'],
  'private.near_words',
]

/** All rows of all tables but those, without the times of writing and the author of news. */
async function everything(t: Harness): Promise<Record<string, string[]>> {
  const { rows: tables } = await t.owner(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'private') and c.relkind = 'r' and n.nspname || '.' || c.relname not like all ($1) order by 1`,
    [notGivenBack],
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, to_jsonb(r) - '{updated_at,author_id,version}'::text[] as row from ${name} r`,
  )
  const { rows } = await t.owner(each.join(' union all '))
  const all: Record<string, string[]> = {}
  for (const { name, row } of rows) {
    const plain = row as { tags?: unknown; id?: unknown; replaced_by?: unknown }
    // Who of the team wrote a version is not kept, and its number is given anew.
    if (name === 'private.news_versions') {
      delete plain.id
      delete plain.replaced_by
    }
    // Two tags restored in another order than they went stand in that order.
    if (name === 'public.community_posts' && Array.isArray(plain.tags)) plain.tags.sort()
    const known = all[String(name)] ?? []
    all[String(name)] = [...known, JSON.stringify(plain)]
  }
  return Object.fromEntries(Object.entries(all).map(([name, found]) => [name, found.sort()]))
}

/** Restores all, those of lower rank first; what is refused for its parent waits for the next round. */
async function restoreAll(t: Harness, order: readonly number[]): Promise<void> {
  const { rows } = await t.owner('select id from private.bin order by removed_at, id')
  let waiting = rows.map(({ id }, at) => ({ id, rank: order[at % order.length] ?? 0 })).sort((a, b) => a.rank - b.rank)
  while (waiting.length > 0) {
    const refused: typeof waiting = []
    for (const entry of waiting) {
      const { error } = await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [entry.id])
      if (!error) continue
      expect(error).toMatchObject({ hint: 'parent_gone' })
      refused.push(entry)
    }
    expect(refused.length, 'entries that refuse each other').toBeLessThan(waiting.length)
    waiting = refused
  }
}

async function live(t: Harness, life: Life): Promise<number> {
  let done = 0
  for (const one of life.edits) if (await edit(t, one)) done++
  // Episodes that an edit removed are not part of what is compared.
  await t.owner('delete from private.bin')
  const before = await everything(t)
  for (const what of life.deletions) await remove(t, what)
  await restoreAll(t, life.order)
  const after = await everything(t)
  expect(after).toEqual(before)
  expect((await t.owner(counterDifferences)).rows).toEqual([])
  return done
}

/** Random lives, each undone; prints seed and the shortest life that fails. */
export async function checkLives(t: Harness, numRuns: number, seed: number): Promise<void> {
  await prepare(t)
  let done = 0
  const property = fc.asyncProperty(lives, (life) =>
    t.undone(async () => {
      done += await live(t, life)
    }),
  )
  await fc.assert(property, { numRuns, seed })
  // Most edits are carried out, not refused.
  expect(done).toBeGreaterThan(numRuns)
}

/** Restores whatever can be restored; what is left has lost its address, or waits for what has. */
async function restoreTheRest(t: Harness): Promise<void> {
  for (const post of [w.discussion, w.rumor, w.poll]) await restorePost(t, post)
  let progress = true
  while (progress) {
    progress = false
    for (const { id } of (await t.owner('select id from private.bin order by removed_at, id')).rows) {
      const { error } = await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [id])
      if (!error) progress = true
      else expect(['address_taken', 'parent_gone']).toContain(error.hint)
    }
  }
  expect(await t.value(justlyRefused)).toBe(0)
}
/** Entries that are left although nothing has taken their place and no parent is in the bin. */
const justlyRefused = `select count(*)::int from private.bin b where not exists (
    select from private.binned_rows r where r.bin_id = b.id and (
      r.table_name = 'public.formats' and exists (select from public.formats f where f.slug = r.content ->> 'slug')
      or r.table_name = 'public.stars' and exists (select from public.stars s where s.slug = r.content ->> 'slug')
      or r.table_name = 'public.seasons' and exists (select from public.seasons s where s.format_id::text = r.content ->> 'format_id'
        and (s.season_number::text = r.content ->> 'season_number' or s.slug = r.content ->> 'slug'))
      or exists (select from private.binned_rows p where p.bin_id <> b.id and p.table_name in ('public.formats', 'public.seasons')
        and p.content ->> 'id' in (r.content ->> 'format_id', r.content ->> 'season_id'))))`

async function liveOn(t: Harness, steps: readonly Step[], done: Map<string, number>): Promise<void> {
  const taken: Ledger = new Map()
  // Read only around deletions and restorations; what is there of its own accord is no longer missed.
  let read: Ledger | undefined
  const now = async () => {
    read ??= await ledger(t)
    for (const key of read.keys()) taken.delete(key)
    return read
  }
  for (const step of steps) {
    const kind = kindOf(step)
    const before = kind === 'edit' ? undefined : await now()
    if (!(await run(t, step))) continue
    done.set(step.act, (done.get(step.act) ?? 0) + 1)
    read = undefined
    if (!before) continue
    const missed = new Map(taken)
    const after = await now()
    if (kind === 'take') for (const [key, row] of gone(before, after)) taken.set(key, row)
    if (kind === 'restore') expectGivenBack(before, after, missed)
  }
  const before = await now()
  const missed = new Map(taken)
  await restoreTheRest(t)
  const after = await ledger(t)
  expectGivenBack(before, after, missed)
  const waiting = await stillBinned(t)
  expect([...taken].filter(([key]) => !after.has(key) && !waiting.has(key))).toEqual([])
  expect((await t.owner(counterDifferences)).rows).toEqual([])
}

/**
 * Random lives in which edits, deletions and restorations follow each other in any order: whatever a deletion took is
 * there again as it was, unless something else has its place.
 */
export async function checkLivesOfSteps(t: Harness, numRuns: number, seed: number): Promise<void> {
  const done = new Map<string, number>()
  let lived = 0
  const property = fc.asyncProperty(lifeOfSteps, (steps) =>
    t.undone(async () => {
      await liveOn(t, steps, done)
      lived++
    }),
  )
  const seconds = Number(process.env.BIN_SECONDS ?? 3_000)
  await fc.assert(property, { numRuns, seed, interruptAfterTimeLimit: seconds * 1000 })
  console.info(`${lived} lives with seed ${seed}, ${[...done.values()].reduce((sum, n) => sum + n, 0)} acts`)
  const refused = actNames.filter((name) => !done.has(name))
  if (lived >= 200) expect(refused, 'acts that were always refused').toEqual([])
}
export const livingWorld = async (t: Harness): Promise<void> => {
  await createWorld(t)
  await prepareLife(t)
}
