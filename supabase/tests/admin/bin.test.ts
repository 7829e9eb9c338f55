import * as wire from '@hot/domain/contract/admin/posts'
import { expect, test } from 'vitest'
import { counterDifferences } from '../counters/counter-differences.ts'
import { type Harness, useHarness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const bin = async (t: Harness, args = '') =>
  wire.binPage.parse((await t.as('moderator', `select public.admin_bin_page(${args}) as page`)).rows[0]?.page).items
const restore = async (t: Harness, id: string | undefined, person: Person = 'admin') =>
  (await t.attempt(person, 'select public.admin_restore_from_bin($1) as answer', [id ?? null])).error?.hint

/** Rows by the tables of the bin, without what a restore may change: when rows were written, and who of the team wrote them. */
async function stored(t: Harness): Promise<Record<string, unknown[]>> {
  const { rows: tables } = await t.owner(`select table_name from private.binned_tables() order by place`)
  const all: Record<string, unknown[]> = {}
  for (const { table_name: table } of tables) {
    const { rows } = await t.owner(
      `select to_jsonb(r) - '{updated_at,author_id}'::text[] as row
       from ${table} r order by to_jsonb(r)::text`,
    )
    all[String(table)] = rows.map(({ row }) => JSON.stringify(row)).sort()
  }
  const { rows } = await t.owner('select id, tags from public.community_posts order by id')
  return { ...all, posts: rows, scores: await scores(t) }
}
const scores = async (t: Harness) =>
  (await t.owner(`select to_jsonb(s) - 'updated_at' as row from public.star_scores s order by star_id`)).rows

/** A star with votes, fans, followers, a channel, a place in the chart, an old address, a door and a tagged post. */
async function fillStar(t: Harness): Promise<void> {
  for (const question of ['demand', 'realness', 'drama'])
    await t.owner(`insert into public.${question}_votes (user_id, star_id, value) values ($1, $2, 4), ($3, $2, 2)`, [
      people.member,
      w.star,
      people.other,
    ])
  for (const statement of [
    `insert into public.star_fans (user_id, star_id) values ('${people.member}', '${w.star}') on conflict do nothing`,
    `insert into private.follows (member_id, target_type, target_id) values ('${people.member}', 'star', '${w.star}'), ('${people.member}', 'format', '${w.format}')`,
    `insert into private.star_rank_snapshots (day, star_id, rank, score) values ('2026-11-01', '${w.star}', 3, 71.5) on conflict do nothing`,
    `insert into private.news_discussions (news_id, post_id) select id, '${w.discussion}' from public.news order by id limit 1`,
    `insert into public.star_slug_history (old_slug, star_id) values ('hiess-mal-so', '${w.star}')`,
    `insert into public.format_slug_history (old_slug, format_id) values ('lief-mal-so', '${w.format}')`,
    `insert into private.star_requests (star_id, member_id, kind, speaker, code, content, state, decided_at)
       values ('${w.star}', '${people.member}', 'claim', 'Sie selbst', 'HOT-12345678', 'https://example.org', 'granted', now())`,
    `update public.community_posts set tags = array['${w.star}', '${w.format}']::uuid[] where id = '${w.rumor}'`,
    `select private.rank_stars()`,
  ])
    await t.owner(statement)
}

const season = `(select id from public.seasons where format_id = '${w.format}' order by season_number limit 1)`
const deletions: [string, string, string][] = [
  ['star', w.star, `public.admin_delete_star('${w.star}')`],
  [
    'format',
    w.format,
    `public.admin_delete_format('${w.format}', (select seasons_count from public.formats where id = '${w.format}'),
      (select count(*)::int from public.calendar_events where format_id = '${w.format}' and is_occurrence))`,
  ],
  [
    'season',
    'its season',
    `public.admin_delete_season(${season}, (select participants_count from public.seasons where id = ${season}),
      (select count(*)::int from public.calendar_events where season_id = ${season} and is_occurrence))`,
  ],
  [
    'event',
    'one event',
    `public.admin_delete_event((select id::text from public.calendar_events where is_occurrence order by id limit 1))`,
  ],
  ['news', 'a piece of news', `public.admin_delete_news((select id from public.news order by id limit 1))`],
]

test.each(deletions)('a deleted %s (%s) comes back with everything that hung on it', (kind, _, deletion) =>
  harness(async (t) => {
    await fillStar(t)
    const before = await stored(t)
    await t.as('admin', `select ${deletion}`)
    expect(await stored(t)).not.toEqual(before)
    const [entry] = await bin(t)
    expect(entry).toMatchObject({ kind, removed_by_name: 'chefin' })
    expect(await restore(t, entry?.id)).toBeUndefined()
    expect(await stored(t)).toEqual(before)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
    expect(await bin(t)).toEqual([])
    expect(await t.value(`select count(*)::int from private.binned_rows`)).toBe(0)
  })(),
)

test(
  'a whole series comes back although its description went with the last episode',
  harness(async (t) => {
    await t.owner(
      `insert into public.calendar_events (id, title, event_type, event_date, event_time, is_series_event, series_end_date) values
         ('70000000-0000-4000-8000-000000000001', 'Die Serie', 'episode', '2026-12-01', '20:15', true, '2026-12-08')`,
    )
    await t.owner(
      `insert into public.calendar_events (id, title, event_type, event_date, event_time, is_series_event, series_parent_id) values
         ('70000000-0000-4000-8000-000000000002', 'Die Serie', 'episode', '2026-12-01', '20:15', true, '70000000-0000-4000-8000-000000000001'),
         ('70000000-0000-4000-8000-000000000003', 'Die Serie', 'episode', '2026-12-08', '20:15', true, '70000000-0000-4000-8000-000000000001')`,
    )
    const before = await stored(t)
    const removed = `select public.admin_delete_event('70000000-0000-4000-8000-000000000002', $1)`
    await t.as('admin', removed, ['following'])
    const [all] = await bin(t, `p_kind => 'event'`)
    expect(all).toMatchObject({ name: 'Die Serie, 01.12.2026', counts: { events: 2 } })
    expect(await restore(t, all?.id)).toBeUndefined()
    expect(await stored(t)).toEqual(before)
    await t.as('admin', `select public.admin_delete_event('70000000-0000-4000-8000-000000000003', 'this')`)
    expect(
      await t.value(
        `select series_end_date::text from public.calendar_events where id = '70000000-0000-4000-8000-000000000001'`,
      ),
    ).toBe('2026-12-01')
    expect(await restore(t, (await bin(t))[0]?.id)).toBeUndefined()
    expect(await stored(t)).toEqual(before)
  }),
)

test(
  'only admins restore, within 30 days, what is there once',
  harness(async (t) => {
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    const [entry] = await bin(t)
    expect(await restore(t, entry?.id, 'moderator')).toBe('not_allowed')
    await t.owner(`update private.bin set removed_at = now() - interval '31 days'`)
    expect(await bin(t)).toEqual([])
    expect(
      await t.as('admin', 'select public.admin_restore_from_bin($1) as answer', [entry?.id ?? null]),
    ).toMatchObject({ rows: [{ answer: null }] })
    await t.owner('select private.apply_retention()')
    expect(await t.value('select count(*)::int from private.bin')).toBe(0)
    expect(await t.value('select count(*)::int from private.binned_rows')).toBe(0)
  }),
)

test(
  'a picture stays as long as its star can come back, and goes with it after that',
  harness(async (t) => {
    const name = 'stars/20000000-0000-4000-8000-0000000000aa.webp'
    await t.owner(
      `insert into storage.objects (bucket_id, name, created_at) values ('pictures', $1, now() - interval '40 days')`,
      [name],
    )
    await t.owner(`update public.stars set avatar_url = '/storage/v1/object/public/pictures/' || $1 where id = $2`, [
      name,
      w.star,
    ])
    const files = () =>
      t.value(`select count(*)::int from storage.objects where bucket_id = 'pictures' and name = $1`, [name])
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    await t.owner('select private.apply_retention()')
    expect(await files()).toBe(1)
    expect(await restore(t, (await bin(t))[0]?.id)).toBeUndefined()
    expect(await t.value('select avatar_url from public.stars where id = $1', [w.star])).toContain(name)
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    await t.owner(`update private.bin set removed_at = now() - interval '30 days'`)
    await t.owner('select private.apply_retention()')
    expect([await files(), await t.value('select count(*)::int from private.bin')]).toEqual([0, 0])
  }),
)

test(
  'what took the place meanwhile stays, and the bin keeps what it has',
  harness(async (t) => {
    const slug = await t.value(`select slug from public.stars where id = '${w.star}'`)
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    await t.owner(`insert into public.stars (first_name, last_name, slug) values ('Ganz', 'Neu', '${slug}')`)
    const [entry] = await bin(t)
    expect(await restore(t, entry?.id)).toBe('address_taken')
    expect(await bin(t)).toMatchObject([{ id: entry?.id }])
  }),
)

test(
  'a season needs its format, a cast its stars',
  harness(async (t) => {
    await t.as('admin', `select ${deletions[2]?.[2]}`)
    await t.as(
      'admin',
      `select public.admin_delete_format('${w.format}', (select seasons_count from public.formats where id = '${w.format}'),
        (select count(*)::int from public.calendar_events where format_id = '${w.format}' and is_occurrence))`,
    )
    const [format, season] = await bin(t)
    expect(await restore(t, season?.id)).toBe('parent_gone')
    const star = await t.value(
      `select content ->> 'star_id' from private.binned_rows where table_name = 'public.season_participants' limit 1`,
    )
    await t.as('admin', `select public.admin_delete_star($1)`, [star])
    expect(await restore(t, format?.id)).toBeUndefined()
    expect(await restore(t, season?.id)).toBeUndefined()
    expect(await t.value(`select count(*)::int from public.season_participants where star_id = $1`, [star])).toBe(0)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'votes and follows of a member whose account is gone do not come back',
  harness(async (t) => {
    await fillStar(t)
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    const leftBehind = `select count(*)::int from private.binned_rows where content::text like '%${people.member}%'`
    expect(await t.value(leftBehind)).toBeGreaterThan(3)
    await t.owner('delete from auth.users where id = $1', [people.member])
    expect(await t.value(leftBehind)).toBe(0)
    expect(await restore(t, (await bin(t))[0]?.id)).toBeUndefined()
    expect(await t.value(`select count(*)::int from public.demand_votes where star_id = '${w.star}'`)).toBe(1)
    expect((await t.owner(counterDifferences)).rows).toEqual([])
  }),
)

test(
  'words and kind find an entry, page by page',
  harness(async (t) => {
    const named = await t.value(`select full_name from public.stars where id = '${w.star}'`)
    await t.as('admin', `select public.admin_delete_star('${w.star}')`)
    await t.as('admin', `select ${deletions[4]?.[2]}`)
    expect(await bin(t, `p_kind => 'star'`)).toMatchObject([{ kind: 'star', name: named }])
    expect(await bin(t, `p_query => 'gibtesnicht'`)).toEqual([])
    const first = wire.binPage.parse(
      (await t.as('moderator', `select public.admin_bin_page(p_limit => 1) as page`)).rows[0]?.page,
    )
    expect(first.items).toMatchObject([{ kind: 'news' }])
    const second = (
      await t.as('moderator', `select public.admin_bin_page(p_limit => 1, p_after => $1) as page`, [first.next])
    ).rows[0]?.page
    expect(wire.binPage.parse(second)).toMatchObject({ items: [{ kind: 'star' }], next: null })
  }),
)
