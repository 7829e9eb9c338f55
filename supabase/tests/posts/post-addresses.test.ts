import { postPage } from '@hot/domain/contract/post'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const value = (t: Harness, of: string) => t.value(`select ${of} from public.community_posts where id = '${w.rumor}'`)
const day = (t: Harness) => value(t, 'day::text') as Promise<string>
const slug = (t: Harness) => value(t, 'slug')

const edit = async (t: Harness, title: string, dropsAddress = false, post: string = w.rumor) =>
  (
    await t.as(
      'moderator',
      `select public.admin_edit_post(p.id, p.updated_at, $2, p.content, p.tags, 'Auf Wunsch', false, $3) as answer
       from public.community_posts p where p.id = $1`,
      [post, title, dropsAddress],
    )
  ).rows[0]?.answer

/** What a guest finds under an address of the rumor's day. */
async function found(t: Harness, address: string) {
  const { rows } = await t.as(
    'guest',
    `select public.post_page('rumor', $1, $2) as page, public.post_address_gone($1, $2) as gone`,
    [await day(t), address],
  )
  return { slug: postPage.nullable().parse(rows[0]?.page)?.slug ?? null, gone: rows[0]?.gone }
}

const insert = (t: Harness, title: string) =>
  t.owner(
    `insert into public.community_posts (id, title, type, content, author_id, status) values ($1, $2, 'rumor', 'x', $3, 'approved')`,
    [w.fresh, title, people.other],
  )

test(
  'a title changed by the team changes the address, and the old one leads there; back again, they change places',
  harness(async (t) => {
    const before = 'mandy-zieht-ins-sommerhaus'
    expect(await slug(t)).toBe(before)
    await edit(t, 'Jemand zieht ins Sommerhaus')
    expect(await slug(t)).toBe('jemand-zieht-ins-sommerhaus')
    expect(await found(t, before)).toEqual({ slug: 'jemand-zieht-ins-sommerhaus', gone: false })
    await edit(t, 'Mandy zieht ins Sommerhaus')
    expect(await found(t, 'jemand-zieht-ins-sommerhaus')).toEqual({ slug: before, gone: false })
    expect(await found(t, before)).toEqual({ slug: before, gone: false })
  }),
)

test(
  'an edit that leaves the title alone leaves the address alone, and so does one of the author',
  harness(async (t) => {
    const before = await slug(t)
    await t.as(
      'moderator',
      `select public.admin_edit_post(p.id, p.updated_at, p.title, 'Ein anderer Text', p.tags, 'Name')
       from public.community_posts p where p.id = $1`,
      [w.rumor],
    )
    await t.owner(`update public.community_posts set title = 'Ganz anders als vorher' where id = $1`, [w.rumor])
    expect(await slug(t)).toBe(before)
  }),
)

test(
  'an address whose words stay cannot be asked to be gone: the team is told to change the title first',
  harness(async (t) => {
    const before = String(await slug(t))
    const { error } = await t.attempt(
      'moderator',
      `select public.admin_edit_post(p.id, p.updated_at, upper(p.title), p.content, p.tags, 'Auf Wunsch', false, true)
       from public.community_posts p where p.id = $1`,
      [w.rumor],
    )
    expect(error?.hint).toBe('address_stays')
    expect(await found(t, before)).toEqual({ slug: before, gone: false })
  }),
)

test(
  'where the person asked, no former address leads anywhere, of any title, and no other post gets one of them',
  harness(async (t) => {
    await edit(t, 'Mandy ist heimlich schwer krank')
    await edit(t, 'Wie geht es Mandy gerade?', true)
    for (const address of ['mandy-zieht-ins-sommerhaus', 'mandy-ist-heimlich-schwer-krank'])
      expect(await found(t, address)).toEqual({ slug: null, gone: true })
    await insert(t, 'Mandy ist heimlich schwer krank')
    const taken = await t.value(`select slug from public.community_posts where id = $1`, [w.fresh])
    expect(taken).toBe(`mandy-ist-heimlich-schwer-krank-${w.fresh.slice(-4)}`)
    // Nor does its own next title: the words were to be gone.
    await edit(t, 'Mandy ist heimlich schwer krank')
    expect(await slug(t)).not.toBe('mandy-ist-heimlich-schwer-krank')
  }),
)

test(
  'an address can be dropped later as well, when the title is harmless already',
  harness(async (t) => {
    await edit(t, 'Jemand zieht ins Sommerhaus')
    expect(await edit(t, 'Jemand zieht ins Sommerhaus', true)).toMatchObject({ outcome: 'done' })
    expect(await found(t, 'mandy-zieht-ins-sommerhaus')).toEqual({ slug: null, gone: true })
    expect(await slug(t)).toBe('jemand-zieht-ins-sommerhaus')
  }),
)

test(
  'a former address leads nowhere while its post is hidden, and comes back with a restored post',
  harness(async (t) => {
    await edit(t, 'Jemand zieht ins Sommerhaus')
    await t.as(
      'moderator',
      `select public.admin_decide_posts(array[p.id], array[p.updated_at], 'delete', 'Spam.') from public.community_posts p where p.id = $1`,
      [w.rumor],
    )
    expect(await t.value('select count(*)::int from private.post_slug_history')).toBe(0)
    const archive = await t.value(`select id from public.archived_posts where post_id = $1`, [w.rumor])
    await t.as('admin', `select public.admin_restore_post($1, 'Versehen')`, [archive])
    expect(await found(t, 'mandy-zieht-ins-sommerhaus')).toEqual({ slug: 'jemand-zieht-ins-sommerhaus', gone: false })
    await t.owner(`update public.community_posts set status = 'pending' where id = $1`, [w.rumor])
    expect(await found(t, 'mandy-zieht-ins-sommerhaus')).toEqual({ slug: null, gone: false })
  }),
)

test(
  'notifications that members have name the post as the team has named it, and lead to its new address',
  harness(async (t) => {
    await t.owner(
      `select private.tell('${people.member}', 'post_approved', private.post_facts('${w.rumor}'), '${w.rumor}')`,
    )
    await edit(t, 'Jemand zieht ins Sommerhaus', true)
    const { rows } = await t.owner(
      `select title, message, data from public.notifications where post_id = '${w.rumor}' and user_id = '${people.member}'`,
    )
    expect(rows).toMatchObject([
      {
        message: 'Dein Beitrag „Gerücht: Jemand zieht ins Sommerhaus“ ist freigegeben.',
        data: { post_title: 'Jemand zieht ins Sommerhaus', post_slug: 'jemand-zieht-ins-sommerhaus' },
      },
    ])
  }),
)
