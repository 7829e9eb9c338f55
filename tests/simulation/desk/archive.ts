/** Stars, imports and the bin in an evening of the desk. */
import { isDeepStrictEqual } from 'node:util'
import { importChanges } from '@hot/domain/contract/admin/imports'
import type { Harness } from '../../../supabase/tests/support/harness.ts'
import { people } from '../../../supabase/tests/support/people.ts'
import { world as w } from '../../../supabase/tests/support/world.ts'
import { type Evening, members, newId, pick, type Step, staff } from './evening.ts'

/** Votes of who has left and posts that are no more do not come back. What a vote weighs may have changed meanwhile. */
const starRows = (t: Harness) =>
  t.value(
    `select jsonb_build_object('star', (select to_jsonb(s) - '{updated_at,fans_count}'::text[] from public.stars s where s.id = $1),
      'votes', (select jsonb_agg(to_jsonb(v) - '{weighs}'::text[] order by v.user_id) from public.demand_votes v where v.star_id = $1),
      'fans', (select jsonb_agg(f.user_id order by f.user_id) from public.star_fans f where f.star_id = $1),
      'seasons', (select jsonb_agg(to_jsonb(p) - 'id' order by p.season_id) from public.season_participants p where p.star_id = $1),
      'accounts', (select jsonb_agg(to_jsonb(a) - 'updated_at' order by a.id) from public.star_social_accounts a where a.star_id = $1),
      'posts', (select jsonb_agg(p.id order by p.id) from public.community_posts p where $1 = any(p.tags)),
      'away', (select jsonb_agg(a.post_id) from public.archived_posts a where a.restored_at is null and a.record -> 'post' -> 'tags' ? $1::text))::text`,
    [w.star],
  )

/** `away`: posts about the star that lie in the archive. */
type StarRows = {
  votes: { user_id: string }[] | null
  fans: string[] | null
  posts: string[] | null
  away: string[] | null
}

/** The rows of before without the votes of members who left since, and with the posts that stand now. */
async function withoutGone({ t, gone }: Evening, rows: string): Promise<StarRows> {
  const left = new Set([...gone].map((who): string => people[who]))
  const known = JSON.parse(rows) as StarRows
  const standing = await t.owner('select id from public.community_posts where id = any($1::uuid[]) order by id', [
    [...(known.posts ?? []), ...(known.away ?? [])],
  ])
  const filled = <T>(list: T[] | undefined) => (list && list.length > 0 ? list : null)
  return {
    ...known,
    votes: filled(known.votes?.filter(({ user_id }) => !left.has(user_id))),
    fans: filled(known.fans?.filter((id) => !left.has(id))),
    posts: filled(standing.rows.map(({ id }) => String(id))),
    away: null,
  }
}

/** The star goes to the bin, or comes back as it was. */
export const bin: Step = async (evening) => {
  const { t } = evening
  if (evening.binned === undefined) {
    const before = String(await starRows(t))
    const { error } = await t.attempt('admin', 'select public.admin_delete_star($1)', [w.star])
    if (!error) evening.binned = before
    return
  }
  const { error } = await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [
    await t.value(`select id from private.bin where kind = 'star' order by removed_at desc limit 1`),
  ])
  if (error) return
  const after = String(await starRows(t))
  if (!isDeepStrictEqual({ ...JSON.parse(after), away: null }, await withoutGone(evening, evening.binned)))
    evening.violated.push(`the star came back as ${after}, not as ${evening.binned}`)
  evening.binned = undefined
}

const votersOf = async (t: Harness, stars: readonly string[]) =>
  (
    await t.owner(
      `select 'vote ' || user_id as who from public.demand_votes where star_id = any($1::uuid[])
     union select 'fan ' || user_id from public.star_fans where star_id = any($1::uuid[])
     union select 'post ' || p.id from public.community_posts p where p.tags && $1::uuid[] order by 1`,
      [stars],
    )
  ).rows.map(({ who }) => who)

/** A star that was made twice becomes one: nobody's vote is lost or counted twice, and its old address leads on. */
export const merge: Step = async (evening) => {
  const { t } = evening
  const twin = newId(evening)
  await t.owner(`insert into public.stars (id, first_name, last_name) values ($1, 'Mandi', $2)`, [
    twin,
    `Pfeffer ${evening.made}`,
  ])
  const slug = await t.value('select slug from public.stars where id = $1', [twin])
  for (const who of members) {
    const value = evening.random.whole(1, 5)
    if (evening.random.next() < 0.5)
      await t.attempt(who, 'insert into public.demand_votes (star_id, user_id, value) values ($1, auth.uid(), $2)', [
        twin,
        value,
      ])
    if (evening.random.next() < 0.5) await t.attempt(who, 'insert into public.star_fans (star_id) values ($1)', [twin])
  }
  if (evening.random.next() < 0.5)
    await t.owner('update public.community_posts set tags = tags || $1::uuid where id = $2', [twin, w.rumor])
  const before = await votersOf(t, [w.star, twin])
  const who = pick(evening, staff)
  const { error } = await t.attempt(who, 'select public.admin_merge_stars($1, $2)', [w.star, twin])
  if (error) {
    if (await t.value('select count(*)::int = 0 from public.stars where id = $1', [twin]))
      evening.violated.push(`a merge was refused (${error.message}) and took the star`)
    return
  }
  if (who !== 'admin') evening.violated.push(`${who} merged two stars`)
  if (evening.binned !== undefined) evening.violated.push('a star was merged into one that lies in the bin')
  const after = await votersOf(t, [w.star, twin])
  if (!isDeepStrictEqual(after, before)) evening.violated.push(`a merge made ${before} into ${after}`)
  const leads = await t.value('select star_id from public.star_slug_history where old_slug = $1', [slug])
  if (leads !== w.star) evening.violated.push(`the address of a merged star leads to ${leads}`)
}

/** What an import writes, as a reader sees it. */
const imported = (t: Harness) =>
  t.value(
    `select jsonb_build_object(
      'formats', (select jsonb_agg(jsonb_build_array(f.name, f.external_key) order by f.external_key) from public.formats f where f.external_key like 'PROBE%'),
      'seasons', (select jsonb_agg(jsonb_build_array(s.title, s.location, s.season_number) order by s.external_key) from public.seasons s where s.external_key like 'PROBE%'),
      'stars', (select jsonb_agg(jsonb_build_array(s.external_key, s.full_name, s.birthdate) order by s.external_key) from public.stars s where s.external_key like 'PROBE%'),
      'cast', (select jsonb_agg(jsonb_build_array(s.external_key, p.placement) order by s.external_key) from public.season_participants p join public.stars s on s.id = p.star_id where s.external_key like 'PROBE%'),
      'episodes', (select jsonb_agg(jsonb_build_array(e.title, e.event_date) order by e.external_key) from public.calendar_events e where e.external_key like 'PROBE%'))::text`,
  )

const tables = (evening: Evening) => {
  const key = pick(evening, ['PROBE1', 'PROBE2'])
  const { random } = evening
  return {
    formats: [{ key, name: `Insel ${key} ${random.whole(1, 3)}` }],
    seasons: [
      {
        external_key: `${key}/1`,
        format_key: key,
        season_number: 1,
        title: `Staffel ${random.whole(1, 3)}`,
        location: pick(evening, ['Fidschi', 'Rügen']),
      },
    ],
    stars: [
      {
        key: `${key}S`,
        first_name: 'Kim',
        last_name: pick(evening, ['Roth', 'Grün']),
        nickname: null,
        birthdate: null,
      },
    ],
    participants: [
      {
        format_key: key,
        season_number: 1,
        star_key: `${key}S`,
        placement: pick(evening, ['Platz 2', 'Platz 3']),
        sort_order: 1,
      },
    ],
    episodes: [
      {
        external_key: `${key}/1/1`,
        format_key: key,
        season_number: 1,
        episode_number: 1,
        title: 'Ankunft',
        date: `2026-12-0${random.whole(1, 9)}`,
        duration_minutes: 60,
      },
    ],
  }
}

/** A table of the team is read in; members vote on what it brought. */
export const importTable: Step = async (evening) => {
  const { t } = evening
  const before = String(await imported(t))
  const who = pick(evening, staff)
  const given = JSON.stringify(tables(evening))
  const shown = await t.attempt(who, 'select public.admin_import_changes($1::jsonb) as changes', [given])
  if (shown.error) return
  const { error } = await t.attempt(who, `select public.admin_apply_import($1::jsonb, false, '{}'::text[], $2)`, [
    given,
    importChanges.parse(shown.rows[0]?.changes).seen,
  ])
  if (error) return
  // `applied_at` is the time of the transaction, which an evening has only one of.
  const known = evening.imports.map(({ id }) => id)
  const id = await t.value('select id::text from private.imports where undone_at is null and id <> all($1::uuid[])', [
    known,
  ])
  if (typeof id === 'string') evening.imports.push({ id, before })
  const star = await t.value(
    `select id from public.stars where external_key like 'PROBE%' order by external_key limit 1`,
  )
  await t.attempt(pick(evening, members), 'insert into public.star_fans (star_id) values ($1)', [star])
}

/** The latest import is undone: everything is as it was before it. */
export const undoImport: Step = async (evening) => {
  const latest = evening.imports.at(-1)
  if (!latest) return
  const who = pick(evening, staff)
  const { error, rows } = await evening.t.attempt(who, 'select public.admin_undo_import($1) as undone', [latest.id])
  if (error) return
  if (who !== 'admin') evening.violated.push(`${who} undid an import`)
  evening.imports.pop()
  const after = String(await imported(evening.t))
  if (!isDeepStrictEqual(JSON.parse(after), JSON.parse(latest.before)))
    evening.violated.push(
      `an import was undone (${JSON.stringify(rows[0]?.undone)}) into ${after}, and before it was ${latest.before}`,
    )
  const again = await evening.t.as('admin', 'select public.admin_undo_import($1) as undone', [latest.id])
  if (again.rows[0]?.undone !== null) evening.violated.push('an import was undone twice')
}
