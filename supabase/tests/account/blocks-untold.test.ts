import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const ids = Array.from({ length: 6 }, (_, n) => `c0000000-0000-4000-8000-00000000000${n}`)

/** The author of the posts writes six comments more. */
const writeComments = (t: Harness) =>
  t.owner(
    `insert into public.comments (id, post_id, author_id, content, created_at)
     select id::uuid, $1, $2, 'Meinung ' || right(id, 1), now() - interval '1 hour' from unnest($3::text[]) id`,
    [w.discussion, people.other, ids],
  )
const block = (t: Harness, kind: string | null) =>
  t.as('other', 'select public.set_block($1, $2)', [people.member, kind])
const poop = (t: Harness, id: string) =>
  t.as('member', `insert into public.comment_reactions (comment_id, reaction) values ($1, 'poop')`, [id])
const unpoop = (t: Harness, id: string) =>
  t.as('member', 'delete from public.comment_reactions where comment_id = $1 and user_id = auth.uid()', [id])
const karma = async (t: Harness) => {
  await t.settled()
  return Number(await t.value(`select karma from public.public_profiles where id = '${people.other}'`))
}

/** What somebody does who is after the author of the posts, and the author's karma after each step. */
async function evening(t: Harness): Promise<number[]> {
  await writeComments(t)
  const seen: number[] = [await karma(t)]
  const look = async (act: Promise<unknown>) => {
    await act
    seen.push(await karma(t))
  }
  await look(t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'poop')`))
  for (const id of ids) await look(poop(t, id))
  await look(t.as('member', `update public.post_reactions set reaction = 'heart' where post_id = '${w.discussion}'`))
  await look(unpoop(t, ids[0] ?? ''))
  await look(unpoop(t, ids[5] ?? ''))
  await look(t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'disagree')`))
  await look(
    t.as('member', `insert into public.post_stickers (post_id, sticker) values ('${w.discussion}', 'popcorn')`),
  )
  return seen.map((points) => points - (seen[0] ?? 0))
}

/** Three points at most; hearts count; what goes makes room for what waits. */
const expected = [0, -1, -2, -3, -3, -3, -3, -3, -1, -1, -1, -1, -1]

/** All that the blocked member can ask about the other one and what they have written. */
const readable = [
  `public.profile_page('couchkartoffel')`,
  `public.comments_page('${w.discussion}')`,
  `public.viewer_comments('${w.discussion}')`,
  `public.post_live('${w.discussion}')`,
  `public.posts_page()`,
  `public.mention_suggestions('${w.discussion}')`,
  'public.karma_page()',
]

test.each([
  ['without a block', null],
  ['when the author has blocked them', 'block'],
])('three poops of one member count against another at a time, %s', (_, kind) =>
  harness(async (t) => {
    if (kind) await block(t, kind)
    expect(await evening(t)).toEqual(expected)
  })(),
)

test(
  'nothing that the blocked member can ask changes with the block',
  harness(async (t) => {
    await evening(t)
    const ask = () =>
      Promise.all(readable.map(async (call) => (await t.as('member', `select ${call} as answer`)).rows[0]?.answer))
    const before = await ask()
    expect(before.filter((answer) => answer === null)).toEqual([])
    await block(t, 'block')
    await t.settled()
    expect(await ask()).toEqual(before)
  }),
)

test(
  'a block and its end change no number of before',
  harness(async (t) => {
    await writeComments(t)
    for (const id of ids) await poop(t, id)
    const before = await karma(t)
    for (const kind of ['block', 'mute', null]) {
      await block(t, kind)
      expect(await karma(t)).toBe(before)
    }
    // Nobody else's room is taken.
    await t.as('admin', `insert into public.comment_reactions (comment_id, reaction) values ('${ids[0]}', 'poop')`)
    expect(await karma(t)).toBe(before - 1)
  }),
)

test(
  'what waits takes the place of what goes with its comment, and a ban takes all and gives back three',
  harness(async (t) => {
    const start = await karma(t)
    await writeComments(t)
    for (const id of ids) await poop(t, id)
    await t.owner(`delete from public.comments where id = any ($1)`, [ids.slice(0, 2)])
    expect(await karma(t)).toBe(start - 3)
    await t.owner(`delete from public.comments where id = any ($1)`, [ids.slice(2, 4)])
    expect(await karma(t)).toBe(start - 2)
    const ban = (flag: boolean) =>
      t.as('admin', `update public.profiles set is_banned = ${flag} where id = '${people.member}'`)
    await ban(true)
    expect(await karma(t)).toBe(start)
    await ban(false)
    expect(await karma(t)).toBe(start - 2)
  }),
)
