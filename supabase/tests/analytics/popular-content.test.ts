import { popularContent } from '@hot/domain/contract/search'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'
import { insertEvents, type Row } from './analytics-rows.ts'

const harness = useHarness(createWorld)

const view = (type: 'star_view' | 'post_view', target: string, session: string, daysAgo = 1): Row => ({
  type,
  target,
  session,
  daysAgo,
})
async function popular(t: Harness) {
  await t.owner('select private.refresh_popular()')
  const { rows } = await t.as('guest', 'select public.popular_content() as page')
  return popularContent.parse(rows[0]?.page)
}
const starNamed = async (t: Harness, name: string) =>
  String(await t.value(`insert into public.stars (first_name, slug) values ($1, lower($1)) returning id`, [name]))

test(
  'seven days count, each visit once, so reloading changes nothing',
  harness(async (t) => {
    const [reloaded, seen, once] = [
      await starNamed(t, 'Reloaded'),
      await starNamed(t, 'Seen'),
      await starNamed(t, 'Once'),
    ]
    await insertEvents(t, [
      ...Array.from({ length: 5 }, () => view('star_view', reloaded, 'a')),
      view('star_view', seen, 'a'),
      view('star_view', seen, 'b'),
      ...['a', 'b', 'c'].map((session) => view('star_view', once, session, 9)),
      view('star_view', 'kein Stern', 'a'),
    ])
    await t.owner('select private.rescore_all_stars()')
    expect((await popular(t)).stars.slice(0, 2).map(({ id }) => id)).toEqual([seen, reloaded])
    expect(await t.value('select count(*)::int from private.popular_targets')).toBe(2)
  }),
)

test(
  'only approved posts are listed; guests see titles and nothing about the viewers',
  harness(async (t) => {
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.rumor}'`)
    await insertEvents(t, [
      { ...view('post_view', w.rumor, 'a'), user: people.member },
      { ...view('post_view', w.rumor, 'b'), user: people.other },
      { ...view('post_view', w.discussion, 'a'), user: people.member },
    ])
    const page = await popular(t)
    expect(page.posts[0]?.id).toBe(w.discussion)
    expect(page.posts.map(({ id }) => id)).not.toContain(w.rumor)
    expect(JSON.stringify(page)).not.toMatch(new RegExp(`${people.member}|${people.other}`))
  }),
)

test(
  'without views the site’s rankings are used',
  harness(async (t) => {
    const page = await popular(t)
    expect(await t.value('select count(*)::int from private.popular_targets')).toBe(0)
    expect(page.posts.length).toBeGreaterThan(0)
  }),
)
