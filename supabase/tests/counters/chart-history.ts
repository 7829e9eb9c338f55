import { dice } from '../support/dice.ts'
import type { Harness } from '../support/harness.ts'
import { idOf, insertRows } from './random-people.ts'

const formats = [1, 2].map((n) => idOf(7, n))

/** Instants at which the charts are counted, in hours before now: further apart and closer than their windows. */
const counted = [1_000, 999, 300, 170, 169, 100, 24, 2, 1]

const some = (table: string, percent: number) => `${table} tablesample bernoulli (${percent}) repeatable (1)`
const rowsOf = (table: string, percent: number) => `ctid = any (array(select ctid from ${some(table, percent)}))`
const age = (hours: number) => `now() - interval '${hours} hours'`

/**
 * Counts the charts again and again while posts, votes, reactions, comments, tags, accounts and bans change, and so that
 * rows pass the edges of the windows between two counts. What is left is to be counted once more, now.
 */
export async function countedHistory(t: Harness, seed: number): Promise<void> {
  const luck = dice(seed)
  await insertRows(
    t,
    'public.formats (id, name, slug)',
    formats.map((id, n) => `'${id}', 'Format ${n}', 'format-${n}'`),
  )
  const changes = [
    () => `delete from public.post_reactions where ${rowsOf('public.post_reactions', 10)}`,
    () => `delete from public.rumor_votes where ${rowsOf('public.rumor_votes', 10)}`,
    () => `delete from public.comments where ${rowsOf('public.comments', 5)}`,
    () => `update public.poll_votes set created_at = ${age(luck.roll(1_000))} where ${rowsOf('public.poll_votes', 20)}`,
    () =>
      `update public.comments set deleted_at = now(), content = '' where ${rowsOf('public.comments', 10)} and deleted_at is null`,
    () =>
      `update public.comments set deleted_at = null, content = 'Hm' where deleted_at is not null and ${rowsOf('public.comments', 10)}`,
    () =>
      `insert into public.post_reactions (post_id, user_id, reaction, created_at, updated_at)
       select p.id, m.id, 'heart', ${age(luck.roll(1_000))}, ${age(luck.roll(1_000))}
       from ${some('public.community_posts p', 20)} cross join ${some('public.profiles m', 20)} on conflict do nothing`,
    () =>
      `insert into public.comments (post_id, author_id, content, created_at)
       select p.id, m.id, 'Hm', ${age(luck.roll(1_000))} from ${some('public.community_posts p', 10)} cross join ${some('public.profiles m', 10)}`,
    () =>
      `update public.community_posts set status = 'rejected', rejection_reason = 'Doch nicht' where ${rowsOf('public.community_posts', 10)}`,
    () =>
      `update public.community_posts set status = 'approved', rejection_reason = null where ${rowsOf('public.community_posts', 20)}`,
    () =>
      `update public.community_posts set tags = '{${luck.pick(formats)}}' where ${rowsOf('public.community_posts', 30)}`,
    () => `update public.community_posts set tags = '{}' where ${rowsOf('public.community_posts', 10)}`,
    () => `delete from public.community_posts where ${rowsOf('public.community_posts', 3)}`,
    () =>
      `update public.profiles set is_banned = not is_banned, banned_until = null where id = '${idOf(1, 1 + luck.roll(30))}'`,
  ].map((make) => () => make().replaceAll('repeatable (1)', () => `repeatable (${luck.roll(1_000)})`))
  for (const hours of counted) {
    await t.owner(`select private.count_charts(${age(hours)})`)
    for (let n = 0; n < 5; n += 1) await t.owner(luck.pick(changes)())
    if (luck.chance(30)) await t.platform(`delete from auth.users where id = '${idOf(1, 1 + luck.roll(37))}'`)
  }
}

/** Formats whose stored number of approved posts differs from the count: none. */
export const formatDifferences = `
  select k.format_id, k.posts, count(p.id)::int as expected from private.format_facts k
  left join public.post_tags t on t.tag_id = k.format_id
  left join public.community_posts p on p.id = t.post_id and p.status = 'approved'
  group by k.format_id, k.posts having k.posts <> count(p.id)`
