import { binPage } from '@hot/domain/contract/admin/posts'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const gone = '70000000-0000-4000-8000-0000000000aa'

/** Mandi, of whom Mandy may be the same: with votes, fans, a follow, a season, an old address and a tagged post. */
async function prepare(t: Harness): Promise<void> {
  for (const statement of [
    `insert into public.stars (id, first_name, last_name, slug, bio) values ('${gone}', 'Mandi', 'Pfefferkorn', 'mandi', 'Aus dem Osten')`,
    `insert into public.star_slug_history (old_slug, star_id) values ('mandi-alt', '${gone}')`,
    `insert into public.demand_votes (user_id, star_id, value) values ('${people.member}', '${gone}', 5), ('${people.other}', '${gone}', 1), ('${people.other}', '${w.star}', 4)`,
    `insert into public.star_fans (user_id, star_id) values ('${people.member}', '${gone}'), ('${people.other}', '${gone}')`,
    `insert into private.follows (member_id, target_type, target_id, channel) values ('${people.member}', 'star', '${gone}', 'off')`,
    `insert into private.star_requests (star_id, member_id, kind, speaker, code, content, state, decided_at)
       values ('${gone}', '${people.member}', 'claim', 'Sie selbst', 'HOT-12345678', 'https://example.org', 'granted', now())`,
    `insert into public.season_participants (season_id, star_id, placement) values ('${w.hiddenSeason}', '${gone}', 'Platz 3')`,
    `update public.community_posts set tags = array['${gone}']::uuid[] where id = '${w.rumor}'`,
  ])
    await t.owner(statement)
}

const merge = (t: Harness) => t.as('admin', 'select public.admin_merge_stars($1, $2)', [w.star, gone])
const bin = async (t: Harness) =>
  binPage.parse((await t.as('moderator', 'select public.admin_bin_page() as page')).rows[0]?.page).items
const restore = (t: Harness, id: string | undefined, person: Person = 'admin') =>
  t.attempt(person, 'select public.admin_restore_from_bin($1) as answer', [id ?? null])
const separate = async (t: Harness) => {
  const entry = (await bin(t)).find(({ kind }) => kind === 'merge')
  return (await restore(t, entry?.id)).error?.hint
}
const votesOn = async (t: Harness, star: string) =>
  Object.fromEntries(
    (await t.owner('select user_id, value from public.demand_votes where star_id = $1', [star])).rows.map((row) => [
      row.user_id,
      row.value,
    ]),
  )

test(
  'a merge carries all along, and the bin says what became of the star',
  harness(async (t) => {
    await prepare(t)
    await merge(t)
    expect(await bin(t)).toMatchObject([
      {
        kind: 'merge',
        name: 'Mandi Pfefferkorn',
        slug: 'mandi',
        merged_into: { id: w.star, name: 'Mandy Pfefferkorn' },
      },
    ])
    // Whoever had silenced one hears nothing of the other, and who was believed to be the star is it.
    expect(await t.value('select channel from private.follows where target_id = $1', [w.star])).toBe('off')
    expect(await t.value('select private.stars_of($1)', [people.member])).toBe(w.star)
  }),
)

test(
  'what came since a merge stays with the star that stayed, and the other gets back what it had',
  harness(async (t) => {
    await prepare(t)
    await merge(t)
    await t.as('member', 'update public.demand_votes set value = 2 where star_id = $1 and user_id = $2', [
      w.star,
      people.member,
    ])
    await t.as('moderator', 'insert into public.demand_votes (star_id, value) values ($1, 3)', [w.star])
    await t.as('moderator', `update public.stars set bio = 'Neu geschrieben' where id = $1`, [w.star])
    await t.owner(`update public.community_posts set tags = array[$1]::uuid[] where id = $2`, [w.star, w.poll])
    expect(await separate(t)).toBeUndefined()

    expect(await votesOn(t, gone)).toEqual({ [people.member]: 5, [people.other]: 1 })
    expect(await votesOn(t, w.star)).toEqual({ [people.member]: 2, [people.moderator]: 3, [people.other]: 4 })
    expect(
      (await t.owner('select id, bio from public.stars where id in ($1, $2) order by id', [w.star, gone])).rows,
    ).toEqual([
      { id: w.star, bio: 'Neu geschrieben' },
      { id: gone, bio: 'Aus dem Osten' },
    ])
    const tags = async (post: string) => t.value('select tags::text from public.community_posts where id = $1', [post])
    expect([await tags(w.rumor), await tags(w.poll)]).toEqual([`{${gone}}`, `{${w.star}}`])
    for (const slug of ['mandi', 'mandi-alt'])
      expect((await t.as('guest', 'select public.star_page($1) as page', [slug])).rows[0]?.page).toMatchObject({
        id: gone,
      })
    expect(await t.value('select private.stars_of($1)', [people.member])).toBe(gone)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
    expect(await t.value('select count(*)::int from private.merged_rows')).toBe(0)
    const { rows: logged } = await t.owner(
      `select action_type from public.admin_actions where action_type in ('merge_star', 'undo_merge') order by 1`,
    )
    expect(logged).toEqual([{ action_type: 'merge_star' }, { action_type: 'undo_merge' }])
  }),
)

test(
  'what members withdrew since, and what belonged to an account that is gone, does not come back',
  harness(async (t) => {
    await prepare(t)
    await merge(t)
    await t.as('other', 'delete from public.star_fans where star_id = $1 and user_id = $2', [w.star, people.other])
    await t.as('other', 'delete from public.demand_votes where star_id = $1 and user_id = $2', [w.star, people.other])
    const kept = `select (select count(*) from private.merged_rows where (before, after)::text like '%${people.member}%')
      + (select count(*) from private.binned_rows where content::text like '%${people.member}%')`
    expect(Number(await t.value(kept))).toBeGreaterThan(4)
    await t.owner('delete from auth.users where id = $1', [people.member])
    expect(Number(await t.value(kept))).toBe(0)
    expect(await separate(t)).toBeUndefined()
    expect([await votesOn(t, gone), await votesOn(t, w.star)]).toEqual([{}, {}])
    expect(await t.value('select count(*)::int from public.star_fans where star_id = $1', [gone])).toBe(0)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'a season that lies in the bin during a merge comes back with the star that stayed, and with the other once they are two again',
  harness(async (t) => {
    await prepare(t)
    await t.as(
      'admin',
      `select public.admin_delete_season(s.id, s.participants_count,
      (select count(*)::int from public.calendar_events e where e.season_id = s.id and e.is_occurrence))
      from public.seasons s where s.id = '${w.hiddenSeason}'`,
    )
    const { rows } = await t.as('admin', 'select public.admin_star($1) as star', [gone])
    expect(rows[0]?.star).toMatchObject({ seasons: [], binned_seasons: 1 })
    await merge(t)
    const season = (await bin(t)).find(({ kind }) => kind === 'season')
    const cast = async () =>
      (await t.owner(`select star_id, placement from public.season_participants where season_id = '${w.hiddenSeason}'`))
        .rows
    expect((await restore(t, season?.id)).error).toBeUndefined()
    expect(await cast()).toEqual([{ star_id: w.star, placement: 'Platz 3' }])
    expect(await separate(t)).toBeUndefined()
    expect(await cast()).toEqual([{ star_id: gone, placement: 'Platz 3' }])
  }),
)

test(
  'stars are separated latest first, by admins, within 30 days',
  harness(async (t) => {
    await prepare(t)
    await merge(t)
    const [entry] = await bin(t)
    expect((await restore(t, entry?.id, 'moderator')).error?.hint).toBe('not_allowed')
    await t.as('admin', 'select public.admin_merge_stars($1, $2)', [w.star, w.inactiveStar])
    expect((await restore(t, entry?.id)).error?.hint).toBe('parent_gone')
    expect((await restore(t, (await bin(t))[0]?.id)).error).toBeUndefined()
    await t.as('admin', 'select public.admin_delete_star($1)', [w.star])
    expect((await restore(t, entry?.id)).error?.hint).toBe('parent_gone')
    expect((await bin(t)).find(({ kind }) => kind === 'merge')?.merged_into).toBeNull()
    expect((await restore(t, (await bin(t))[0]?.id)).error).toBeUndefined()
    await t.owner(`update private.bin set removed_at = now() - interval '30 days'`)
    expect((await restore(t, entry?.id)).rows).toEqual([{ answer: null }])
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.merged_rows')).toBe(0)
  }),
)

test(
  'a merge keeps what hangs on a star by any foreign key',
  harness(async (t) => {
    // Computed from names, votes and accounts.
    const derived = ['private.star_followers', 'private.star_search', 'private.star_vote_spreads', 'public.star_scores']
    const { rows } = await t.owner(
      `select format('%s.%s', c.relnamespace::regnamespace, c.relname) as name from pg_catalog.pg_constraint k
       join pg_catalog.pg_class c on c.oid = k.conrelid where k.contype = 'f' and k.confrelid = 'public.stars'::regclass
       except select table_name from private.binned_tables() order by 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(derived)
  }),
)

test(
  'pictures outlive what replaces them as long as a merge can be undone; what nothing shows can be removed at once',
  harness(async (t) => {
    await prepare(t)
    const [kept, merged, next, lost] = ['a1', 'a2', 'a3', 'a4'].map(
      (end) => `stars/20000000-0000-4000-8000-0000000000${end}.webp`,
    )
    const address = (name: string | undefined) => `/storage/v1/object/public/pictures/${name}`
    await t.owner(
      `insert into storage.objects (bucket_id, name, created_at) select 'pictures', n, now() - interval '40 days' from unnest($1::text[]) n`,
      [[kept, merged, next, lost]],
    )
    const show = (star: string, name: string | undefined) =>
      t.owner('update public.stars set avatar_url = $1 where id = $2', [address(name), star])
    await show(w.star, kept)
    await show(gone, merged)
    await merge(t)
    await show(w.star, next)
    // As the app does with what it replaces; with Mandi's, and with what an answer that was lost leaves unclear.
    const remove = (name: string | undefined) =>
      t.as('moderator', `delete from storage.objects where bucket_id = 'pictures' and name = $1`, [name])
    for (const name of [kept, merged, next, lost]) await remove(name)
    await t.owner('select private.apply_retention()')
    expect(await separate(t)).toBeUndefined()
    const stands = await t.owner(
      `select s.id, s.avatar_url, exists (select from storage.objects o
        where o.bucket_id = 'pictures' and s.avatar_url = '/storage/v1/object/public/pictures/' || o.name) as is_there
      from public.stars s where s.id in ($1, $2) order by s.id = $2`,
      [w.star, gone],
    )
    expect(stands.rows).toEqual([
      { id: w.star, avatar_url: address(next), is_there: true },
      { id: gone, avatar_url: address(merged), is_there: true },
    ])
    expect(
      (
        await t.owner(`select name from storage.objects where bucket_id = 'pictures' and name = any ($1)`, [
          [kept, lost],
        ])
      ).rows,
    ).toEqual([])
  }),
)
