import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const id = (end: string) => `50000000-0000-4000-8000-00000000${end}`

test(
  'two posts with one title on one day differ by the end of the id; days change at midnight in Berlin',
  harness(async (t) => {
    const post = async (end: string, at: string) =>
      (
        await t.owner(
          `insert into public.community_posts (id, title, type, created_at) values ($1, 'Größte Überraschung?', 'discussion', $2) returning slug, day`,
          [id(end), at],
        )
      ).rows[0]
    expect(await post('aaaa', '2026-06-30T21:59:00Z')).toEqual({ slug: 'groesste-ueberraschung', day: '2026-06-30' })
    expect(await post('bbbb', '2026-06-30T10:00:00Z')).toEqual({
      slug: 'groesste-ueberraschung-bbbb',
      day: '2026-06-30',
    })
    expect(await post('cccc', '2026-06-30T22:01:00Z')).toEqual({ slug: 'groesste-ueberraschung', day: '2026-07-01' })
    expect(await post('1bbbb', '2026-06-30T11:00:00Z').catch(() => 'bad id')).toBe('bad id')
  }),
)

test(
  'a title without a usable letter still has a slug, and an edit keeps it',
  harness(async (t) => {
    const { rows } = await t.as(
      'member',
      `insert into public.community_posts (title, type, content) values ('😀😀😀😀😀😀😀😀', 'discussion', 'Text') returning id, slug`,
    )
    expect(rows[0]?.slug).toBe('beitrag')
    await t.as('member', `select public.update_post($1, 'Jetzt mit Worten', 'Text')`, [rows[0]?.id])
    expect(await t.value('select slug from public.community_posts where id = $1', [rows[0]?.id])).toBe('beitrag')
  }),
)

test(
  'a renamed format or star stays reachable; renaming it back removes the history entry',
  harness(async (t) => {
    await t.as('moderator', `update public.formats set slug = 'Sommerhaus' where id = '${w.format}'`)
    const former = async () =>
      (await t.as('guest', `select old_slug from public.format_slug_history where format_id = '${w.format}'`)).rows.map(
        (row) => row.old_slug,
      )
    expect(await former()).toEqual(['sommerhaus-der-stars'])
    await t.as('moderator', `update public.formats set slug = 'sommerhaus-der-stars' where id = '${w.format}'`)
    expect(await former()).toEqual(['sommerhaus'])
    await t.as('moderator', `update public.stars set slug = 'mandy' where id = '${w.star}'`)
    expect((await t.as('guest', 'select old_slug from public.star_slug_history')).rows).toEqual([
      { old_slug: 'mandy-pfefferkorn-0001' },
    ])
    const second = await t.as(
      'moderator',
      `insert into public.formats (name) values ('Sommerhaus der Stars!') returning slug`,
    )
    expect(second.rows).toEqual([{ slug: 'sommerhaus-der-stars-2' }])
  }),
)

test(
  'a season is staffel-N within its format and follows its number',
  harness(async (t) => {
    const slug = () => t.value(`select slug from public.seasons where id = '${w.season}'`)
    expect(await slug()).toBe('staffel-9')
    await t.as('moderator', `update public.seasons set season_number = 10 where id = '${w.season}'`)
    expect(await slug()).toBe('staffel-10')
    await t.as('moderator', `update public.seasons set slug = 'Allstars' where id = '${w.season}'`)
    await t.as('moderator', `update public.seasons set season_number = 11 where id = '${w.season}'`)
    expect(await slug()).toBe('allstars')
  }),
)

test(
  'a renamed season leads on from its old address and its number, and another season may take the old one',
  harness(async (t) => {
    const found = async (key: string) =>
      (await t.as('guest', `select public.season_page('sommerhaus-der-stars', $1) ->> 'slug' as slug`, [key])).rows[0]
        ?.slug
    await t.as('moderator', `update public.seasons set slug = 'jubilaeum' where id = '${w.season}'`)
    await t.as('moderator', `update public.seasons set slug = 'das-jubilaeum' where id = '${w.season}'`)
    for (const key of ['staffel-9', '9', 'jubilaeum', 'das-jubilaeum']) expect(await found(key)).toBe('das-jubilaeum')
    await t.as(
      'moderator',
      `insert into public.seasons (format_id, season_number, slug) values ('${w.format}', 10, 'jubilaeum')`,
    )
    expect(await found('jubilaeum')).toBe('jubilaeum')
    expect(await found('gab-es-nie')).toBeNull()
  }),
)

test(
  'calendar events copy names, follow renames, keep them after deletion, and know their season',
  harness(async (t) => {
    const event = async (columns: string) =>
      (await t.owner(`select ${columns} from public.calendar_events where id = '${w.event}'`)).rows[0]
    expect(await event('format_name, season_number, event_time, series_frequency')).toEqual({
      format_name: 'Sommerhaus der Stars',
      season_number: 9,
      event_time: '20:15:00',
      series_frequency: 'weekly',
    })
    await t.as(
      'moderator',
      `update public.calendar_events set broadcaster_id = '${w.broadcaster}', streaming_provider_id = '${w.provider}' where id = '${w.event}'`,
    )
    await t.as('moderator', `update public.broadcasters set name = 'RTLZWEI' where id = '${w.broadcaster}'`)
    expect(await event('channel, streaming_platform')).toEqual({ channel: 'RTLZWEI', streaming_platform: 'RTL+' })
    await t.as('admin', `delete from public.broadcasters where id = '${w.broadcaster}'`)
    expect(await event('channel, broadcaster_id')).toEqual({ channel: 'RTLZWEI', broadcaster_id: null })
    const wrong = await t.attempt(
      'moderator',
      `update public.calendar_events set format_id = '${w.inactiveFormat}' where id = '${w.event}'`,
    )
    expect(wrong.error?.hint).toBe('season_of_other_format')
  }),
)

test(
  'the parent of a series is not a broadcast; its episodes are, and are deleted with it',
  harness(async (t) => {
    await t.as(
      'moderator',
      `insert into public.calendar_events (id, title, event_date, is_series_event, series_end_date) values ('${w.fresh}', 'Serie', '2026-11-02', true, '2026-11-30')`,
    )
    await t.as(
      'moderator',
      `insert into public.calendar_events (title, event_date, is_series_event, series_parent_id) values ('Folge 1', '2026-11-02', true, '${w.fresh}')`,
    )
    const { rows } = await t.as(
      'guest',
      `select title, is_occurrence from public.calendar_events where event_date = '2026-11-02' order by title`,
    )
    expect(rows).toEqual([
      { title: 'Folge 1', is_occurrence: true },
      { title: 'Serie', is_occurrence: false },
    ])
    const nested = await t.attempt(
      'moderator',
      `insert into public.calendar_events (title, event_date, series_parent_id) values ('x', '2026-11-02', '${w.event}')`,
    )
    expect(nested.error?.hint).toBe('parent_is_no_series')
    await t.as('admin', `delete from public.calendar_events where id = '${w.fresh}'`)
    expect(await t.value(`select count(*)::int from public.calendar_events where event_date = '2026-11-02'`)).toBe(0)
  }),
)

test(
  'tags are stars and formats, once each, five at most, and are deleted with their star',
  harness(async (t) => {
    const tag = (tags: string) =>
      t.attempt(
        'other',
        `select public.update_post('${w.rumor}', 'Mandy zieht ins Sommerhaus', '', array[${tags}]::uuid[])`,
      )
    await t.owner(`update public.app_settings set auto_approve_after_posts = 1`)
    expect((await tag(`'${w.star}', '${w.star}'`)).error?.hint).toBe('duplicate_tag')
    expect((await tag(`'${people.other}'`)).error?.hint).toBe('unknown_tag')
    expect((await tag(Array.from({ length: 6 }, (_, i) => `'${id(`000${i}`)}'`).join())).error?.code).toBe('23514')
    expect((await tag(`'${w.format}', '${w.star}'`)).error).toBeUndefined()
    await t.as('admin', `delete from public.stars where id = '${w.star}'`)
    expect(await t.value(`select array_length(tags, 1) from public.community_posts where id = '${w.rumor}'`)).toBe(1)
    expect((await t.owner(`select kind from public.post_tags where post_id = '${w.rumor}'`)).rows).toEqual([
      { kind: 'format' },
    ])
  }),
)
