import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { draft, idOn, save, start, values } from './calendar-drafts.ts'

const harness = useHarness(async (t) => {
  await createWorld(t)
  for (const person of [people.member, people.other])
    await t.owner('insert into public.drama_votes (user_id, star_id, value) values ($1, $2, 4)', [person, w.star])
})

const removeStar = (t: Harness) => t.as('admin', `select public.admin_delete_star('${w.star}')`)
const removeFormat = (t: Harness) =>
  t.as(
    'admin',
    `select public.admin_delete_format(f.id, f.seasons_count,
      (select count(*)::int from public.calendar_events e where e.format_id = f.id and e.is_occurrence)) from public.formats f where f.id = '${w.format}'`,
  )
/** Restores the oldest entry. */
const restore = async (t: Harness) => {
  const id = await t.value('select id from private.bin order by removed_at limit 1')
  return (await t.attempt('admin', 'select public.admin_restore_from_bin($1)', [id])).error?.hint
}
const votes = async (t: Harness) =>
  (await t.owner('select user_id, weighs, created_at, updated_at from public.drama_votes order by user_id')).rows

test(
  'votes keep their time; whether they weigh says the member of now',
  harness(async (t) => {
    const before = await votes(t)
    await t.undone(async () => {
      await removeStar(t)
      expect(await restore(t)).toBeUndefined()
      expect(await votes(t)).toEqual(before)
    })
    await removeStar(t)
    await t.owner('update public.profiles set is_banned = true where id = $1', [people.other])
    expect(await restore(t)).toBeUndefined()
    expect((await votes(t)).map(({ weighs }) => weighs)).toEqual([true, false])
    await t.owner('update public.profiles set is_banned = false where id = $1', [people.other])
    // Neither a ban nor its end is a vote.
    expect(await votes(t)).toEqual(before)
  }),
)

test(
  'a format whose address another one has taken stays in the bin, under its own address',
  harness(async (t) => {
    await removeFormat(t)
    const { rows } = await t.owner(
      `insert into public.formats (name) values ('Sommerhaus der Stars') returning id, slug`,
    )
    expect(rows[0]?.slug).toBe('sommerhaus-der-stars')
    expect(await restore(t)).toBe('address_taken')
    await t.owner('delete from public.formats where id = $1', [rows[0]?.id])
    expect(await restore(t)).toBeUndefined()
    expect(await t.value('select slug from public.formats where id = $1', [w.format])).toBe('sommerhaus-der-stars')
  }),
)

test(
  'a star comes back although the name of its management is reserved by now',
  harness(async (t) => {
    await t.owner(
      `insert into private.star_requests (star_id, member_id, kind, speaker, code, content, state, decided_at)
       values ($1, $2, 'claim', 'Agentur Sonne', 'HOT-12345678', 'https://example.org', 'granted', now())`,
      [w.star, people.member],
    )
    await removeStar(t)
    await t.owner(
      `update private.binned_rows set content = content || '{"speaker": "HoT"}' where table_name = 'private.star_requests'`,
    )
    expect(await t.value(`select private.is_reserved_speaker('HoT')`)).toBe(true)
    expect(await restore(t)).toBeUndefined()
    expect(await t.value('select count(*)::int from private.star_requests')).toBe(1)
  }),
)

/** Episodes on 2, 9 and 16 March; the series is planned until the 20th. */
const plan = (t: Harness) =>
  save(t, draft({ values: { ...values, event_date: start }, series: { frequency: 'weekly', until: '2027-03-20' } }))
const series = async (t: Harness) =>
  (
    await t.owner(
      'select title, duration_minutes, series_end_date::text as until from public.calendar_events where is_series_event and not is_occurrence',
    )
  ).rows
const remove = async (t: Harness, day: string, scope: string) =>
  t.as('admin', 'select public.admin_delete_event($1, $2)', [await idOn(t, day), scope])

test(
  'a series has its planned end again with its last episode, and no other end with an earlier one',
  harness(async (t) => {
    await plan(t)
    const planned = await series(t)
    expect(planned).toMatchObject([{ until: '2027-03-20' }])
    await remove(t, '2027-03-16', 'this')
    expect(await series(t)).toMatchObject([{ until: '2027-03-09' }])
    await t.undone(async () => {
      expect(await restore(t)).toBeUndefined()
      expect(await series(t)).toEqual(planned)
    })
    await t.owner('delete from private.bin')
    await remove(t, '2027-03-02', 'this')
    expect(await restore(t)).toBeUndefined()
    expect(await series(t)).toMatchObject([{ until: '2027-03-09' }])
  }),
)

test(
  'what was said of the whole series last stands, whichever part of it comes back first',
  harness(async (t) => {
    await plan(t)
    await remove(t, '2027-03-16', 'this')
    const id = await idOn(t, '2027-03-02')
    const seen = String(await t.value('select updated_at::text from public.calendar_events where id = $1', [id]))
    await save(t, draft({ id, seen, scope: 'all', values: { title: 'Neuer Name', duration_minutes: 45 } }), 'admin')
    const edited = await series(t)
    expect(edited).toMatchObject([{ duration_minutes: 45 }])
    await remove(t, '2027-03-02', 'all')
    // First the episode that was deleted before the edit.
    expect(await restore(t)).toBeUndefined()
    expect(await restore(t)).toBeUndefined()
    expect(await series(t)).toMatchObject([{ duration_minutes: 45, until: '2027-03-20' }])
    const minutes = await t.owner(
      `select event_date::text as day, duration_minutes as minutes from public.calendar_events where is_occurrence and event_date > '2027-01-01' order by 1`,
    )
    expect(minutes.rows.map((row) => row.minutes)).toEqual([45, 45, null])
  }),
)

test.each([
  ['the star', removeStar, 'public.post_tags'],
  [
    'the news',
    (t: Harness) => t.as('admin', `select public.admin_delete_news('${w.news}')`),
    'private.news_discussions',
  ],
])('what ties a post to %s is there again in every order of deleting and restoring both', (_, removeOther, table) =>
  harness(async (t) => {
    await t.owner('insert into private.news_discussions (news_id, post_id) values ($1, $2)', [w.news, w.discussion])
    const removePost = () => t.as('other', 'delete from public.community_posts where id = $1', [w.discussion])
    const restorePost = async () => {
      const id = await t.value('select id from public.archived_posts where restored_at is null')
      await t.as('admin', `select public.admin_restore_post($1, 'Versehen')`, [id])
    }
    const both = [removePost, () => removeOther(t)]
    for (const [first, second] of [both, both.toReversed()])
      for (const postFirst of [true, false])
        await t.undone(async () => {
          await first?.()
          await second?.()
          expect(await t.value(`select count(*)::int from ${table} where post_id = '${w.discussion}'`)).toBe(0)
          if (postFirst) await restorePost()
          expect(await restore(t)).toBeUndefined()
          if (!postFirst) await restorePost()
          expect(await t.value(`select count(*)::int from ${table} where post_id = '${w.discussion}'`)).toBe(1)
        })
  })(),
)
