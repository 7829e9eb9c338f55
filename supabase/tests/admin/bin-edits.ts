import fc from 'fast-check'
import type { Harness } from '../support/harness.ts'
import { type Person, people } from '../support/people.ts'
import { world as w } from '../support/world.ts'
import { draft, save, start, weekly } from './calendar-drafts.ts'

export const secondStar = '70000000-0000-4000-8000-000000000002'
const thirdStar = '70000000-0000-4000-8000-000000000003'
const anyStar = [w.star, secondStar, thirdStar] as const
const days = ['2027-03-02', '2027-03-09', '2027-03-16', '2027-03-23', '2027-03-30'] as const

/** An edit of staff or members; `at` chooses what it meets. A refused one changes nothing and is part of life. */
export type Edit = { act: keyof typeof edits; at: number }
/** What is deleted, in this order, and the order of restoring, as ranks. */
export type Life = { edits: Edit[]; deletions: (keyof typeof deletions)[]; order: number[] }

export const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T
export const attempt = async (t: Harness, person: Person, sql: string, params: unknown[] = []) =>
  !(await t.attempt(person, sql, params)).error

const scoped = async (
  t: Harness,
  at: number,
  values: object,
  series: { frequency: 'weekly'; until: string } | null = null,
) => {
  const id = await t.value(
    'select id from public.calendar_events where is_occurrence and event_date >= $1 order by event_date, id offset $2 limit 1',
    [start, at % 5],
  )
  if (!id) return false
  const seen = await t.value('select updated_at::text from public.calendar_events where id = $1', [id])
  const scope = pick(['this', 'following', 'all'] as const, at)
  const given = draft({ id: String(id), seen: String(seen), scope, values, series })
  return attempt(t, 'admin', 'select public.admin_save_event($1)', [given])
}

export const edits = {
  minutes: (t: Harness, at: number) => scoped(t, at, { duration_minutes: 30 + at }),
  title: (t: Harness, at: number) => scoped(t, at, { title: `Folge ${at}` }),
  time: (t: Harness, at: number) => scoped(t, at, { event_time: '21:05' }),
  shorten: (t: Harness, at: number) => scoped(t, 2, {}, { frequency: 'weekly', until: pick(days.slice(1), at) }),
  cancel: (t: Harness, at: number) => scoped(t, at, { is_cancelled: true }),
  renameStar: (t: Harness, at: number) =>
    attempt(t, 'moderator', `update public.stars set slug = 'mandy-' || $1::text where id = $2`, [
      at,
      pick([w.star, secondStar], at),
    ]),
  renameFormat: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      `update public.formats set name = 'Haus ' || $1::text, slug = 'haus-' || $1::text where id = $2`,
      [at, w.format],
    ),
  renumber: (t: Harness, at: number) =>
    attempt(t, 'moderator', 'update public.seasons set season_number = $1 where id = $2', [20 + at, w.season]),
  cast: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      'insert into public.season_participants (season_id, star_id, placement) values ($1, $2, $3)',
      [pick([w.season, w.hiddenSeason], at), pick(anyStar, at >> 1), pick([null, `Platz ${at}`], at)],
    ),
  uncast: (t: Harness, at: number) =>
    attempt(t, 'moderator', 'delete from public.season_participants where season_id = $1 and star_id = $2', [
      w.season,
      pick([w.star, secondStar], at),
    ]),
  followers: (t: Harness, at: number) =>
    attempt(t, 'moderator', 'update public.star_social_accounts set followers = $1 where id = $2', [
      at * 100,
      w.socialAccount,
    ]),
  vote: (t: Harness, at: number) =>
    attempt(
      t,
      pick(['member', 'other'] as const, at),
      `insert into public.demand_votes (user_id, star_id, value) values ($1, $2, $3)
      on conflict (user_id, star_id) do update set value = excluded.value`,
      [people[pick(['member', 'other'] as const, at)], pick(anyStar, at >> 1), 1 + (at % 5)],
    ),
  fan: (t: Harness, at: number) =>
    attempt(t, 'member', 'insert into public.star_fans (user_id, star_id) values ($1, $2)', [
      people.member,
      pick(anyStar, at),
    ]),
  follow: (t: Harness, at: number) =>
    t
      .owner(
        `insert into private.follows (member_id, target_type, target_id, channel) values ($1, 'star', $2, $3)
         on conflict (member_id, target_type, target_id) do update set channel = excluded.channel`,
        [people.member, pick(anyStar, at), pick([null, 'off', 'app'], at)],
      )
      .then(() => true),
  claim: (t: Harness, at: number) =>
    t
      .owner(
        `insert into private.star_requests (star_id, member_id, kind, speaker, code, content, state, decided_at)
         select $1::uuid, $2::uuid, 'claim', 'Sie selbst', 'HOT-12345678', 'https://example.org', $3::text, case when $3 <> 'asked' then now() end
         where exists (select from public.stars s where s.id = $1)
         on conflict do nothing`,
        [pick(anyStar, at), people.member, pick(['asked', 'granted', 'refused'] as const, at >> 1)],
      )
      .then(() => true),
  account: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      `insert into public.star_social_accounts (star_id, platform, handle, url) values ($1, $2, 'konto', 'https://example.org/konto')`,
      [pick(anyStar, at), pick(['instagram', 'tiktok'] as const, at >> 1)],
    ),
  describe: (t: Harness, at: number) =>
    attempt(
      t,
      'moderator',
      'update public.stars set bio = $1, nickname = $2, external_key = $3, is_active = $4 where id = $5',
      [
        `Steht ${at} Mal hier`,
        pick([null, 'Pepper'], at),
        pick([null, `quelle-${at}`], at >> 1),
        at !== 4,
        pick(anyStar, at),
      ],
    ),
  news: (t: Harness, at: number) =>
    attempt(t, 'moderator', 'update public.news set title = $1 where id = $2', [`Meldung ${at}`, w.news]),
  tag: (t: Harness, at: number) =>
    t
      .owner('update public.community_posts set tags = $1::uuid[] where id = $2', [
        `{${pick([[w.star], [w.format, secondStar], [secondStar, w.star, w.format], [thirdStar, w.star]], at).join(',')}}`,
        pick([w.discussion, w.rumor], at),
      ])
      .then(() => true),
} satisfies Record<string, (t: Harness, at: number) => Promise<boolean>>

export const deletions = {
  star: `select public.admin_delete_star('${w.star}')`,
  secondStar: `select public.admin_delete_star('${secondStar}')`,
  merge: `select public.admin_merge_stars('${w.star}', '${secondStar}')`,
  mergeBack: `select public.admin_merge_stars('${secondStar}', '${w.star}')`,
  mergeThird: `select public.admin_merge_stars('${thirdStar}', '${w.star}')`,
  mergeAnother: `select public.admin_merge_stars('${w.star}', '${thirdStar}')`,
  season: `select public.admin_delete_season(s.id, s.participants_count,
    (select count(*)::int from public.calendar_events e where e.season_id = s.id and e.is_occurrence)) from public.seasons s where s.id = '${w.season}'`,
  format: `select public.admin_delete_format(f.id, f.seasons_count,
    (select count(*)::int from public.calendar_events e where e.format_id = f.id and e.is_occurrence)) from public.formats f where f.id = '${w.format}'`,
  news: `select public.admin_delete_news('${w.news}')`,
  episode: `select public.admin_delete_event(e.id::text, 'this') from public.calendar_events e where e.is_occurrence and e.event_date > '2027-01-01' order by e.event_date limit 1`,
  rest: `select public.admin_delete_event(e.id::text, 'following') from
    (select id from public.calendar_events where is_occurrence and event_date > '2027-01-01' order by event_date offset 1 limit 1) e`,
  series: `select public.admin_delete_event(e.id::text, 'all') from
    (select id from public.calendar_events where is_occurrence and event_date > '2027-01-01' order by event_date limit 1) e`,
}

const names = <T extends object>(of: T) => Object.keys(of) as (keyof T)[]
export const lives: fc.Arbitrary<Life> = fc.record({
  edits: fc.array(fc.record({ act: fc.constantFrom(...names(edits)), at: fc.nat(9) }), { maxLength: 10 }),
  deletions: fc.uniqueArray(fc.constantFrom(...names(deletions)), { minLength: 1, maxLength: 6 }),
  order: fc.array(fc.nat(9), { minLength: 6, maxLength: 6 }),
})

/** A series of five episodes in a season, and two more stars of nearly its name. */
export async function prepare(t: Harness): Promise<void> {
  await t.owner(`insert into public.stars (id, first_name, last_name) values
    ('${secondStar}', 'Mandy', 'Pfefferkorn'), ('${thirdStar}', 'Mandi', 'Pfefferkorn')`)
  await t.owner(`update public.star_social_followers set day = '2026-01-01'`)
  await save(t, weekly)
}

export const edit = (t: Harness, { act, at }: Edit) => edits[act](t, at)
export const remove = (t: Harness, what: keyof typeof deletions) => attempt(t, 'admin', deletions[what])
