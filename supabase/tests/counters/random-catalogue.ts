import { dice } from '../support/dice.ts'
import type { Harness } from '../support/harness.ts'
import { idOf, insertRows } from './random-people.ts'

const platforms = ['instagram', 'tiktok', 'youtube', 'x', 'threads']

/** Formats with seasons, casts, posts and broadcasts, and followers of their people on social media. */
export async function randomCatalogue(t: Harness): Promise<void> {
  const luck = dice(815)
  const ids = (kind: number, count: number) => Array.from({ length: count }, (_, n) => idOf(kind, n + 1))
  const [formats, seasons, stars, posts] = [ids(1, 8), ids(2, 20), ids(3, 50), ids(4, 30)]
  await insertRows(
    t,
    'public.formats (id, name, is_active)',
    formats.map((id, n) => `'${id}', 'Format ${n % 3}', ${n !== 4}`),
  )
  await insertRows(
    t,
    'public.seasons (id, format_id, season_number)',
    seasons.map((id, n) => `'${id}', '${luck.pick(formats)}', ${n}`),
  )
  await insertRows(
    t,
    'public.stars (id, first_name, is_active)',
    stars.map((id) => `'${id}', 'Star', ${!luck.chance(15)}`),
  )
  await insertRows(
    t,
    'public.season_participants (season_id, star_id)',
    seasons.flatMap((season) => stars.filter(() => luck.chance(20)).map((star) => `'${season}', '${star}'`)),
  )
  await insertRows(
    t,
    'public.community_posts (id, type, title, status, rejection_reason, tags)',
    posts.map((id) => {
      const status = luck.pick(['approved', 'approved', 'pending', 'rejected'])
      const tags = formats.filter(() => luck.chance(20)).slice(0, 3)
      return `'${id}', 'discussion', 'Wer guckt das noch?', '${status}', ${status === 'rejected' ? `'Nein'` : 'null'},
        '{${tags.join(',')}}'::uuid[]`
    }),
  )
  await insertRows(
    t,
    'public.calendar_events (title, event_date, format_id, is_series_event)',
    Array.from(
      { length: 300 },
      () => `'Folge', private.berlin_day(now()) + ${luck.roll(900) - 700},
      '${luck.pick(formats)}', ${luck.chance(10)}`,
    ),
  )
  // Scores as after many votes; their computation is tested elsewhere.
  for (const star of stars)
    if (luck.chance(60))
      await t.owner(`update public.star_scores set hot_score = ${luck.roll(1001) / 10} where star_id = '${star}'`)
  const accounts = stars.flatMap((star) =>
    platforms.filter(() => luck.chance(40)).map((platform) => ({ star, platform })),
  )
  await insertRows(
    t,
    'public.star_social_accounts (id, star_id, platform, handle, url, followers)',
    accounts.map(
      ({ star, platform }, n) => `'${idOf(5, n + 1)}', '${star}', '${platform}', 'h', 'https://example.org/',
      ${luck.chance(10) ? 'null' : 100 * luck.roll(30)}`,
    ),
  )
  await insertRows(
    t,
    'public.star_social_followers (account_id, day, followers)',
    accounts.flatMap((_, n) =>
      [-1, -29, -30, -31, -60]
        .filter(() => luck.chance(40))
        .map((days) => `'${idOf(5, n + 1)}', private.berlin_day(now()) + ${days}, ${luck.roll(3000)}`),
    ),
  )
  // Later changes: casts move, stars are hidden, accounts are deleted.
  await t.owner(`delete from public.season_participants where season_id = '${seasons[3]}'`)
  await t.owner(`update public.stars set is_active = not is_active where id in ('${stars[1]}', '${stars[2]}')`)
  await t.owner(`update public.seasons set format_id = '${formats[0]}' where id = '${seasons[5]}'`)
  await t.owner(`delete from public.star_social_accounts where id = '${idOf(5, 1)}'`)
  await t.owner(`update public.star_social_accounts set followers = followers + 1 where platform = 'x'`)
}
