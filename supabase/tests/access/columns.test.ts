import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)
const insider = ['member', 'moderator', 'admin'] as const

/** Columns that nobody may set through the API. PostgreSQL itself protects generated ones. */
const protectedColumns: Record<string, string[]> = {
  profiles: [
    'id',
    'email',
    'full_name',
    'slug',
    'provider_type',
    'banned_until',
    'needs_invite',
    'karma',
    'created_at',
    'updated_at',
    'analytics_consent',
    'analytics_consent_updated_at',
    'analytics_consent_text',
    'age_confirmed_at',
    'age_text',
  ],
  public_profiles: ['nickname', 'karma', 'joined'],
  stars: ['id', 'fans_count', 'created_at', 'updated_at'],
  star_scores: ['hot_score', 'demand_sum', 'rank', 'rank_week_ago'],
  demand_votes: ['weighs', 'created_at', 'updated_at'],
  formats: ['id', 'seasons_count', 'created_at', 'updated_at'],
  seasons: ['participants_count', 'created_at', 'updated_at'],
  calendar_events: ['id', 'created_at', 'updated_at'],
  community_posts: [
    'id',
    'type',
    'author_id',
    'slug',
    'day',
    'created_at',
    'updated_at',
    'last_activity_at',
    'hearts_count',
    'poops_count',
    'comments_count',
    'votes_count',
    'hot_rank',
  ],
  post_rumors: ['agree_count', 'disagree_count', 'updated_at'],
  poll_options: ['post_id', 'votes_count'],
  comments: [
    'author_id',
    'post_id',
    'parent_id',
    'created_at',
    'edited_at',
    'deleted_at',
    'hearts_count',
    'poops_count',
  ],
  reports: ['reporter_id', 'target_post_id', 'created_at', 'resolved_at', 'resolved_by', 'reporter_email'],
  moderation_actions: ['counts_as_warning', 'reason'],
  notifications: ['user_id', 'title', 'data', 'created_at', 'actors_count'],
  invites: ['code', 'uses_count', 'created_by', 'created_at'],
  news: ['author_id', 'created_at', 'updated_at'],
}

for (const [table, columns] of Object.entries(protectedColumns))
  test(
    `${table}: nobody sets counters, authors, states and times (42501)`,
    harness(async (t) => {
      for (const person of insider)
        for (const column of columns) {
          const { error } = await t.attempt(person, `update public.${table} set "${column}" = "${column}"`)
          expect({ person, column, code: error?.code }).toEqual({ person, column, code: '42501' })
        }
    }),
  )

test(
  'nobody changes their own role or ban, staff included (42501)',
  harness(async (t) => {
    for (const person of insider) {
      const other = person === 'admin' ? 'user' : 'admin'
      for (const set of [`role = '${other}'`, 'is_banned = true']) {
        const { error } = await t.attempt(person, `update public.profiles set ${set} where id = '${people[person]}'`)
        expect({ person, set, code: error?.code }).toEqual({ person, set, code: '42501' })
      }
    }
  }),
)

test(
  'an admin changes the role and the ban of others, and it is logged',
  harness(async (t) => {
    await t.as('admin', `update public.profiles set role = 'moderator' where id = '${people.other}'`)
    await t.as('admin', `update public.profiles set is_banned = true where id = '${people.other}'`)
    expect(await t.value(`select role || is_banned from public.profiles where id = '${people.other}'`)).toBe(
      'moderatortrue',
    )
    const log = await t.owner(
      `select admin_id::text, target_id from public.admin_actions where action_type = 'update_member'`,
    )
    expect(log.rows).toEqual(Array(2).fill({ admin_id: people.admin, target_id: people.other }))
  }),
)

test(
  'nobody creates an approved post or one in another name, or changes the status of their own, staff included',
  harness(async (t) => {
    const refused = [
      `insert into public.community_posts (title, type, status) values ('Gleich freigegeben', 'discussion', 'approved')`,
      `insert into public.community_posts (title, type, hearts_count) values ('Gleich beliebt', 'discussion', 900)`,
      `insert into public.community_posts (title, type, created_at) values ('Gleich von früher', 'discussion', '2020-01-01')`,
      `insert into public.community_posts (title, type, content, author_id) values ('In fremdem Namen', 'discussion', 'Text', '${people.other}')`,
    ]
    for (const sql of refused) expect((await t.attempt('member', sql)).error?.code).toBe('42501')
    for (const person of insider) {
      await t.as(
        person,
        `insert into public.community_posts (title, type, content) values ('Beitrag von ${person}', 'discussion', 'Text')`,
      )
      const { error } = await t.attempt(
        person,
        `update public.community_posts set status = 'rejected', rejection_reason = 'x' where author_id = '${people[person]}'`,
      )
      expect(error?.code).toBe('42501')
    }
  }),
)

test(
  'guests see no moderator, no rejection and no hidden column of a post',
  harness(async (t) => {
    for (const column of ['moderated_by', 'moderated_at', 'rejection_reason'])
      expect((await t.attempt('guest', `select ${column} from public.community_posts`)).error?.code).toBe('42501')
    expect((await t.attempt('member', 'select moderated_by from public.community_posts')).error?.code).toBe('42501')
    expect((await t.attempt('moderator', 'select reporter_email from public.reports')).error?.code).toBe('42501')
    expect(
      (await t.as('guest', `select title from public.community_posts where id = '${w.discussion}'`)).rows,
    ).toHaveLength(1)
  }),
)
