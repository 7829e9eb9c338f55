import { expect } from 'vitest'
import type { Harness } from '../support/harness.ts'

type Row = Record<string, unknown>
/** Rows by table and key. */
export type Ledger = Map<string, string>

/** Tables of posts whose rows a restored post brings back; those of the rest are the bin's own list. */
const postTables = [
  ...['public.community_posts', 'public.post_rumors', 'public.poll_options', 'public.poll_votes', 'public.rumor_votes'],
  ...[
    'public.post_reactions',
    'public.comments',
    'public.comment_reactions',
    'public.post_stickers',
    'public.saved_posts',
  ],
  ...[
    'private.post_versions',
    'private.post_revisions',
    'private.rumor_hits',
    'private.star_statements',
    'public.karma_events',
  ],
]
/** Without a key of its own that stays: the whole row is its key. */
const keyless = ['private.news_versions', 'private.post_versions', 'public.karma_events']

/** Numbered anew, counted, copied from other rows, or not kept: who of the team wrote something. */
const notCompared: Record<string, readonly string[]> = {
  'private.news_versions': ['id', 'replaced_by'],
  'private.post_versions': ['id'],
  'public.karma_events': ['id'],
  'public.news': ['author_id'],
  'public.formats': ['seasons_count'],
  'public.seasons': ['participants_count'],
  'public.stars': ['fans_count'],
  'public.demand_votes': ['weighs'],
  'public.realness_votes': ['weighs'],
  'public.drama_votes': ['weighs'],
  'public.calendar_events': [
    'format_name',
    'season_number',
    'channel',
    'streaming_platform',
    'updated_at',
    'series_end_date',
  ],
  'public.community_posts': [
    ...[
      'tags',
      'hot_rank',
      'hearts_count',
      'poops_count',
      'comments_count',
      'votes_count',
      'last_activity_at',
      'updated_at',
    ],
  ],
  'public.post_rumors': ['agree_count', 'disagree_count'],
  'public.poll_options': ['votes_count'],
  'public.comments': ['hearts_count', 'poops_count'],
}

let known: { name: string; keys: string[] }[] | undefined
async function tablesOf(t: Harness) {
  known ??= (
    await t.owner(
      `select p.name, array(select a.attname::text from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
          where i.indrelid = p.name::regclass and i.indisprimary order by 1) as keys
       from (select table_name as name from private.binned_tables() union select unnest($1::text[])) p order by 1`,
      [postTables],
    )
  ).rows.map(({ name, keys }) => ({ name: String(name), keys: keys as string[] }))
  return known
}

/** All rows of those tables; planned once for each session, which takes longer than reading them. */
export async function ledger(t: Harness): Promise<Ledger> {
  const tables = await tablesOf(t)
  const planned = await t.value(`select exists (select from pg_catalog.pg_prepared_statements where name = 'ledger')`)
  if (!planned) {
    const each = tables.map(({ name }) => `select '${name}' as name, to_jsonb(r) as row from ${name} r`)
    await t.owner(`prepare ledger as ${each.join(' union all ')}`)
  }
  const { rows } = await t.owner('execute ledger')
  return new Map(rows.map(({ name, row }) => entryOf(String(name), row as Row)))
}

function entryOf(name: string, given: Row): [string, string] {
  const row = { ...given }
  for (const column of notCompared[name] ?? []) delete row[column]
  // Named is the member; their address may have changed.
  if (row.mentions) row.mentions = Object.keys(row.mentions).sort()
  const text = JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))
  if (keyless.includes(name)) return [`${name} ${text}`, text]
  return [keyOf(name, given), text]
}
const keyOf = (name: string, row: Row) =>
  `${name} ${(known?.find((table) => table.name === name)?.keys ?? []).map((key) => row[key]).join(' ')}`

/** What waits in entries of the bin that could not be restored, as keys. */
export async function stillBinned(t: Harness): Promise<Set<string>> {
  const { rows } = await t.owner('select table_name, content from private.binned_rows')
  return new Set(rows.map(({ table_name, content }) => entryOf(String(table_name), content as Row)[0]))
}

/** Rows that were there before and are not after. */
export const gone = (before: Ledger, after: Ledger): Ledger => new Map([...before].filter(([key]) => !after.has(key)))

/** A restoration adds rows as they were taken, and changes none that are there. */
export function expectGivenBack(before: Ledger, after: Ledger, taken: Ledger): void {
  expect([...before].filter(([key, row]) => after.get(key) !== row)).toEqual([])
  const added = [...after].filter(([key]) => !before.has(key))
  expect(added).toEqual(added.map(([key]) => [key, taken.get(key)]))
}
