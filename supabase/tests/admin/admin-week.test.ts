import { type AdminWeek, adminWeek } from '@hot/domain/contract/admin/staff'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const read = async (t: Harness, day: string | null): Promise<AdminWeek> =>
  adminWeek.parse((await t.as('admin', 'select public.admin_week($1) as answer', [day])).rows[0]?.answer)

/** Long before the world of the tests: nothing else happened then. */
const comment = (t: Harness, author: string, at: string, post: string = w.discussion) =>
  t.owner(
    `insert into public.comments (post_id, author_id, content, created_at) values ($1, $2, 'Text ' || gen_random_uuid(), $3)`,
    [post, author, at],
  )

test(
  'a week runs from Monday to Sunday in Berlin, beside the week before',
  harness(async (t) => {
    // Monday 00:30 in Berlin is still Sunday in UTC.
    await comment(t, people.member, '2020-01-12T23:30:00Z')
    await comment(t, people.other, '2020-01-19T22:30:00Z')
    await comment(t, people.member, '2020-01-12T22:30:00Z')
    const week = await read(t, '2020-01-15')
    expect(week.monday).toBe('2020-01-13')
    expect(week.now).toMatchObject({ comments: 2, active: 2, returning: 1, members: 0, report_seconds: null })
    expect(week.before).toMatchObject({ comments: 1, active: 1, returning: 0 })
    expect((await read(t, '2020-01-19')).monday).toBe('2020-01-13')
  }),
)

test(
  'posts, votes, reactions and the time until decisions are counted; what is talked about most comes first',
  harness(async (t) => {
    const at = '2020-02-05T12:00:00Z'
    await t.owner(
      `update public.community_posts set created_at = $1, moderated_at = $1::timestamptz + interval '2 hours' where id = $2`,
      [at, w.rumor],
    )
    await t.owner(`update public.community_posts set tags = array[$2::uuid] where id = $1`, [w.rumor, w.star])
    await t.owner(
      `insert into public.rumor_votes (post_id, user_id, vote, created_at) values ($1, $2, 'agree', $3)
      on conflict (user_id, post_id) do update set created_at = excluded.created_at`,
      [w.rumor, people.other, at],
    )
    await t.owner(
      `insert into public.post_reactions (post_id, user_id, reaction, created_at) values ($1, $2, 'heart', $3)
      on conflict (user_id, post_id) do update set created_at = excluded.created_at`,
      [w.rumor, people.member, at],
    )
    for (const author of [people.member, people.other]) await comment(t, author, at, w.rumor)
    await comment(t, people.member, at)
    const { now, top } = await read(t, '2020-02-03')
    expect(now).toMatchObject({ rumors: 1, polls: 0, comments: 3, votes: 1, reactions: 1, active: 2 })
    expect(now.post_seconds).toBe(7200)
    expect(top.posts).toMatchObject([
      { id: w.rumor, comments: 2, votes: 1 },
      { id: w.discussion, comments: 1, votes: 0 },
    ])
    expect(top.stars).toMatchObject([{ star: { id: w.star }, acts: 4 }])
  }),
)

test(
  'without a day it is the last whole week; a day far away is refused in German',
  harness(async (t) => {
    const { monday } = await read(t, null)
    const age = await t.value(`select private.berlin_day(now()) - $1::date`, [monday])
    expect(age).toBeGreaterThanOrEqual(7)
    expect(age).toBeLessThan(14)
    const refused = await t.attempt('admin', `select public.admin_week('1999-01-01')`)
    expect(refused.error?.message).toBe('Diese Woche gibt es nicht.')
  }),
)

test(
  'what was opened counts for those who agreed, by content, within the week',
  harness(async (t) => {
    const seen = (type: string, target: string, at: string) =>
      t.owner(
        `insert into public.analytics_events (event_type, target_id, created_at, month) values ($1, $2, $3, '2020-03-01')`,
        [type, target, at],
      )
    for (let n = 0; n < 3; n += 1) await seen('star_view', w.star, '2020-03-04T12:00:00Z')
    await seen('post_view', w.discussion, '2020-03-04T12:00:00Z')
    await seen('post_view', w.discussion, '2020-03-09T12:00:00Z')
    await seen('post_view', 'kein-beitrag', '2020-03-04T12:00:00Z')
    await seen('format_view', '00000000-0000-4000-8000-00000000dead', '2020-03-04T12:00:00Z')
    const { views } = await read(t, '2020-03-04')
    expect(views).toMatchObject({
      posts: [{ id: w.discussion, views: 1 }],
      stars: [{ star: { id: w.star }, views: 3 }],
      formats: [],
    })
  }),
)
