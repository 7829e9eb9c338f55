import { ownBlocks } from '@hot/domain/contract/account/ties'
import { expect, test } from 'vitest'
import { type Harness, useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const setBlock = (t: Harness, who: keyof typeof people, whom: string, kind: string | null) =>
  t.attempt(who, 'select public.set_block($1, $2) as answer', [whom, kind])
const blocks = async (t: Harness, who: keyof typeof people) =>
  ownBlocks.parse((await t.as(who, 'select public.own_blocks() as answer')).rows[0]?.answer)
const write = (t: Harness, who: keyof typeof people, content: string, parent: string | null = null) =>
  t.attempt(who, 'insert into public.comments (post_id, parent_id, content) values ($1, $2, $3)', [
    w.discussion,
    parent,
    content,
  ])
/** Types of notifications of a person. */
const told = async (t: Harness, who: keyof typeof people): Promise<string[]> => {
  await t.settled()
  const { rows } = await t.owner('select type from public.notifications where user_id = $1 order by type', [
    people[who],
  ])
  return rows.map(({ type }) => String(type))
}

test(
  'a block is changed, ended and seen by whoever set it, and by nobody else',
  harness(async (t) => {
    expect((await setBlock(t, 'other', people.member, 'block')).error).toBeUndefined()
    await setBlock(t, 'other', people.member, 'mute')
    expect(await blocks(t, 'other')).toMatchObject([{ member: { nickname: 'tvnudel' }, kind: 'mute' }])
    for (const person of ['member', 'moderator', 'admin'] as const) {
      expect(await blocks(t, person)).toEqual([])
      expect((await t.attempt(person, 'select * from private.member_blocks')).error?.code).toBe('42501')
    }
    await setBlock(t, 'other', people.member, null)
    expect(await blocks(t, 'other')).toEqual([])
  }),
)

test(
  'nonsense is refused: oneself, nobody, an unknown kind, the 501st',
  harness(async (t) => {
    expect((await setBlock(t, 'member', people.member, 'block')).error?.hint).toBe('own_account')
    expect((await setBlock(t, 'member', w.fresh, 'block')).error?.hint).toBe('target_gone')
    expect((await setBlock(t, 'member', people.other, 'hug')).error?.hint).toBe('unknown_type')
    await t.platform(`insert into auth.users (id, email, created_at)
      select gen_random_uuid(), 'viele' || n || '@gmail.com', now() from generate_series(1, 500) n`)
    await t.owner(
      `update public.profiles set nickname = 'viele' || substr(email, 6, position('@' in email) - 6) where email like 'viele%'`,
    )
    await t.owner(`insert into private.member_blocks (member_id, other_id, kind)
      select '${people.member}', id, 'mute' from public.public_profiles where nickname like 'viele%'`)
    expect((await setBlock(t, 'member', people.other, 'block')).error?.hint).toBe('too_many_blocks')
  }),
)

test(
  'whoever is blocked cannot answer, and neither side hears of the other any more',
  harness(async (t) => {
    await setBlock(t, 'other', people.member, 'block')
    const refused = await write(t, 'member', 'Doch!', w.comment)
    expect(refused.error).toMatchObject({
      code: '42501',
      hint: 'reply_closed',
      message: 'Auf diesen Kommentar kann man nicht mehr antworten.',
    })
    // The post belongs to everybody: commenting on it stays possible, silently.
    expect((await write(t, 'member', 'Hallo @couchkartoffel')).error).toBeUndefined()
    await t.as('member', `insert into public.post_reactions (post_id, reaction) values ('${w.discussion}', 'poop')`)
    await t.as('member', `insert into public.rumor_votes (post_id, vote) values ('${w.rumor}', 'disagree')`)
    expect(await told(t, 'other')).toEqual([])
    expect((await write(t, 'other', 'Hallo @tvnudel')).error).toBeUndefined()
    expect(await told(t, 'member')).toEqual([])
    // Others are told as ever.
    expect((await write(t, 'admin', 'Hallo ihr', w.comment)).error).toBeUndefined()
    expect((await told(t, 'other')).length).toBeGreaterThan(0)
  }),
)

test(
  'a muted member may do everything and is not heard; the other way round nothing changes',
  harness(async (t) => {
    await setBlock(t, 'other', people.member, 'mute')
    expect((await write(t, 'member', 'Doch!', w.comment)).error).toBeUndefined()
    expect(await told(t, 'other')).toEqual([])
    expect((await write(t, 'other', 'Hallo @tvnudel')).error).toBeUndefined()
    expect(await told(t, 'member')).toEqual(['mention'])
  }),
)

test(
  'of several people who comment the muted one is not counted',
  harness(async (t) => {
    await setBlock(t, 'other', people.member, 'mute')
    await write(t, 'admin', 'Eins')
    await write(t, 'member', 'Zwei')
    await write(t, 'moderator', 'Drei')
    await t.settled()
    const { rows } = await t.owner(
      `select actors_count, message from public.notifications where user_id = '${people.other}' and type = 'comment_on_post'`,
    )
    expect(rows).toMatchObject([{ actors_count: 2 }])
    expect(String(rows[0]?.message)).toContain('lagerwache und eine weitere Person')
  }),
)

const answerOf = async (t: Harness, who: keyof typeof people, sql: string) =>
  JSON.stringify((await t.as(who, `select ${sql} as answer`)).rows[0]?.answer)

test(
  'a blocked member is not in the latest comments, the suggestions, the news of a thread, what is unread, or what was told before',
  harness(async (t) => {
    const everywhere = async () =>
      Promise.all(
        [
          'public.posts_aside()',
          `public.mention_suggestions('${w.discussion}')`,
          `public.mention_suggestions('${w.discussion}', 'tvn')`,
          `jsonb_array_length(public.comment_news('${w.discussion}', now() - interval '1 day', '{}') -> 'fresh') > 1`,
          `(public.viewer_comments('${w.discussion}') ->> 'unread')::int > 0`,
          'public.notifications_page()',
          'public.get_unread_notification_count(auth.uid())',
          `public.account_page() -> 'notifications'`,
        ].map((call) => answerOf(t, 'other', call)),
      )
    const says = (answers: string[]) => answers.map((answer) => /tvnudel|Böse|true|^[1-9]/.test(answer))
    await t.owner(
      `insert into public.comment_reads (user_id, post_id, read_at) values ('${people.other}', '${w.discussion}', now() - interval '1 day')`,
    )
    await write(t, 'member', 'Böse Worte, @couchkartoffel')
    await t.settled()
    expect(says(await everywhere())).toEqual(Array(8).fill(true))
    await setBlock(t, 'other', people.member, 'mute')
    expect(says(await everywhere())).toEqual(Array(8).fill(false))
    // Everybody else reads it as before.
    expect(await answerOf(t, 'moderator', 'public.posts_aside()')).toContain('Böse')
    // What was told before does not come back.
    await setBlock(t, 'other', people.member, null)
    expect(await answerOf(t, 'other', 'public.notifications_page()')).not.toContain('tvnudel')
    expect(await answerOf(t, 'other', 'public.posts_aside()')).toContain('Böse')
  }),
)

test(
  'what somebody else writes to a silenced member by name is not quoted beside Trashtalk',
  harness(async (t) => {
    expect((await write(t, 'admin', 'Recht hat sie, die @tvnudel')).error).toBeUndefined()
    expect((await write(t, 'admin', 'Und ganz ohne Namen')).error).toBeUndefined()
    expect(await answerOf(t, 'other', 'public.posts_aside()')).toContain('Recht hat sie')
    await setBlock(t, 'other', people.member, 'block')
    const aside = await answerOf(t, 'other', 'public.posts_aside()')
    expect(aside).not.toContain('Recht hat sie')
    expect(aside).toContain('Und ganz ohne Namen')
    expect(await answerOf(t, 'moderator', 'public.posts_aside()')).toContain('Recht hat sie')
  }),
)

test(
  'who names a blocked member is told, without a quote; edited without the name it is quoted again',
  harness(async (t) => {
    const quotes = async () =>
      (
        await t.owner(
          `select data ->> 'comment_excerpt' as quote from public.notifications where user_id = '${people.other}' and actors_count > 0 order by created_at, id`,
        )
      ).rows.map(({ quote }) => quote)
    const id = w.fresh
    await t.as(
      'admin',
      `insert into public.comments (id, post_id, content) values ('${id}', '${w.discussion}', '@tvnudel da hast du recht')`,
    )
    await t.settled()
    expect(await quotes()).toEqual(['@tvnudel da hast du recht'])
    await setBlock(t, 'other', people.member, 'block')
    expect(await quotes()).toEqual([null])
    await t.as('admin', `update public.comments set content = '@tvnudel da hast du echt recht' where id = '${id}'`)
    expect(await quotes()).toEqual([null])
    await t.as('admin', `update public.comments set content = 'Da hast du recht' where id = '${id}'`)
    expect(await quotes()).toEqual(['Da hast du recht'])
    await t.as(
      'moderator',
      `insert into public.comments (post_id, content) values ('${w.discussion}', 'Nein, @tvnudel')`,
    )
    await t.settled()
    expect(await quotes()).toEqual([null])
  }),
)

test(
  'the refusal of an answer is the same whether the comment is gone or its author has blocked the writer',
  harness(async (t) => {
    await setBlock(t, 'other', people.member, 'block')
    const blocked = (await write(t, 'member', 'Doch!', w.comment)).error
    const held = await t.attempt(
      'member',
      `select public.hold_comment(gen_random_uuid(), '${w.discussion}', '${w.comment}', 'Doch!')`,
    )
    await setBlock(t, 'other', people.member, null)
    await t.as('other', `delete from public.comments where id = '${w.comment}'`)
    const gone = (await write(t, 'member', 'Doch!', w.comment)).error
    const all = [blocked, held.error, gone].map((error) => [error?.code, error?.hint, error?.message, error?.detail])
    expect(all).toEqual([all[0], all[0], all[0]])
    expect(all[0]?.[1]).toBe('reply_closed')
  }),
)

test(
  'a deleted account takes its blocks along, and is no longer blocked',
  harness(async (t) => {
    await setBlock(t, 'other', people.member, 'block')
    await setBlock(t, 'member', people.admin, 'block')
    await t.platform(`delete from auth.users where id = '${people.member}'`)
    expect(await t.value('select count(*)::int from private.member_blocks')).toBe(0)
  }),
)
