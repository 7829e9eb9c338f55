import { postsAside, postsPage, trashtalkPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const answer = async (t: Harness, call: string) =>
  (await t.as('guest', `select public.${call} as answer`)).rows[0]?.answer
const ids = async (t: Harness, args: string) =>
  postsPage.parse(await answer(t, `posts_page(${args})`)).items.map(({ id }) => id)

/** The rumor is the oldest, but somebody has just voted on it. */
const aged = async (t: Harness) => {
  await t.owner(
    `update public.community_posts set created_at = now() - age, last_activity_at = now() - age
     from (values ('${w.rumor}'::uuid, interval '24 days'), ('${w.poll}', interval '2 days'), ('${w.discussion}', interval '1 hour')) a (id, age)
     where community_posts.id = a.id`,
  )
  await t.owner(`update public.community_posts set tags = array['${w.star}'::uuid]`)
  await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'agree')`)
  await t.settled()
}

test.each(['', `, p_tag => '${w.star}'`])('Neu is by creation, Aktiv by the last vote or comment%s', (tag) =>
  harness(async (t) => {
    await aged(t)
    expect(await ids(t, `p_sort => 'new'${tag}`)).toEqual([w.discussion, w.poll, w.rumor])
    expect(await ids(t, `p_sort => 'active'${tag}`)).toEqual([w.rumor, w.discussion, w.poll])
    expect(await ids(t, `p_sort => 'active', p_type => 'rumor'${tag}`)).toEqual([w.rumor])
  })(),
)

test(
  'a vote does not make an old post one of the latest on start page and overview',
  harness(async (t) => {
    await aged(t)
    await t.owner(
      `insert into public.community_posts (id, title, type, author_id, status) values ('${w.fresh}', 'Ein neues Gerücht', 'rumor', '${people.other}', 'approved')`,
    )
    const home = (await answer(t, 'home_page()')) as { lead: { id: string }; rumor: { id: string } }
    expect([home.lead.id, home.rumor.id]).toEqual([w.fresh, w.rumor])
  }),
)

test(
  'the overview shows no post twice',
  harness(async (t) => {
    await t.owner(
      `insert into public.community_posts (title, type, author_id, status, created_at)
       select 'Diskussion Nummer ' || n, 'discussion', '${people.other}', 'approved', now() - make_interval(days => n) from generate_series(1, 12) n`,
    )
    const { hot, rumors, polls, discussions } = trashtalkPage.parse(await answer(t, 'trashtalk_page()'))
    const shown = [...hot, ...rumors, ...polls, ...discussions].map(({ id }) => id)
    expect(new Set(shown).size).toBe(shown.length)
    expect(hot).toHaveLength(6)
    expect(discussions).toHaveLength(4)
  }),
)

const aside = async (t: Harness, tag = 'null') => postsAside.parse(await answer(t, `posts_aside(${tag})`))

test(
  'topics are those of posts that were active this week, most posts first, without inactive ones',
  harness(async (t) => {
    await aged(t)
    await t.owner(
      `update public.community_posts set tags = array['${w.star}', '${w.format}']::uuid[] where id = '${w.poll}'`,
    )
    await t.owner(
      `update public.community_posts set tags = array['${w.star}', '${w.inactiveStar}']::uuid[] where id = '${w.discussion}'`,
    )
    await t.owner('select private.refresh_popular()')
    const { topics } = await aside(t)
    expect(topics.map(({ tag, posts }) => [tag.kind === 'star' ? tag.star.id : tag.format.id, posts])).toEqual([
      [w.star, 3],
      [w.format, 1],
    ])
    await t.owner(`update public.community_posts set last_activity_at = now() - interval '8 days'`)
    await t.owner('select private.refresh_popular()')
    expect((await aside(t)).topics).toEqual([])
  }),
)

test(
  'a list names its star or format, but no hidden one',
  harness(async (t) => {
    expect((await aside(t, `'${w.star}'`)).topic).toMatchObject({ kind: 'star', star: { last_name: 'Pfefferkorn' } })
    expect((await aside(t, `'${w.format}'`)).topic).toMatchObject({ kind: 'format' })
    for (const none of [w.inactiveStar, w.inactiveFormat, w.fresh, 'kein Stern'])
      expect((await aside(t, `'${none}'`)).topic).toBeNull()
  }),
)

test(
  'the latest comments are of approved posts, without deleted ones',
  harness(async (t) => {
    expect((await aside(t)).comments).toMatchObject([
      { id: w.comment, excerpt: 'Na endlich', post: { id: w.discussion } },
    ])
    await t.undone(async () => {
      await t.owner(`update public.comments set deleted_at = now(), content = '' where id = '${w.comment}'`)
      expect((await aside(t)).comments).toEqual([])
    })
    await t.owner(`update public.community_posts set status = 'pending' where id = '${w.discussion}'`)
    expect((await aside(t)).comments).toEqual([])
  }),
)
