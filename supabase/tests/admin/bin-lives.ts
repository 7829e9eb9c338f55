import fc from 'fast-check'
import { expect } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import type { Harness } from '../support/harness.ts'
import { edit, type Life, lives, prepare, remove } from './bin-edits.ts'

/** What a restore leaves alone: the log, the bin itself, what is told once, and queues. */
const notGivenBack = [
  ...['public.admin_actions', 'private.analytics_events%', 'private.bin', 'private.binned_rows'],
  ...['private.post_changes', 'private.act_changes', 'private.announcements', 'private.notification_events'],
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
