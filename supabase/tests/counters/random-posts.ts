import { type Dice, dice } from '../support/dice.ts'
import type { Harness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { idOf, insertRows, randomBans, randomMembers } from './random-people.ts'

const ago = (luck: Dice) => `now() - interval '${luck.roll(60 * 24 * 60)} minutes'`
/** The first and the last minute beyond the windows of „Top“, in Berlin. */
const edges = [6, 29].flatMap((days) => {
  const start = `(private.berlin_day(now()) - ${days})::timestamp at time zone 'Europe/Berlin'`
  return [start, `${start} - interval '1 minute'`]
})
const statuses = ['approved', 'approved', 'approved', 'approved', 'pending', 'rejected'] as const

/** Two months of posts, votes, reactions and comments by random members, some of which are then undone or moved. */
export async function randomPosts(t: Harness): Promise<void> {
  const luck = dice(4_711)
  const members = [...(await randomMembers(t, luck, 40)), people.moderator]
  const posts = await writePosts(t, luck, members)
  await randomBans(t, luck, members.slice(0, 15))
  const ids = posts.map((post) => post.id)
  await insertRows(
    t,
    'public.post_reactions (post_id, user_id, reaction, created_at, updated_at)',
    reactions(luck, ids, members),
  )
  await insertRows(
    t,
    'public.rumor_votes (post_id, user_id, vote, created_at)',
    pairs(luck, ofType(posts, 'rumor'), members, 25, () => `'${luck.pick(['agree', 'disagree'])}', ${ago(luck)}`),
  )
  const options = await pollOptions(t, ofType(posts, 'poll'))
  await insertRows(
    t,
    'public.poll_votes (post_id, user_id, option_id, created_at)',
    pairs(luck, ofType(posts, 'poll'), members, 25, (post) => `'${luck.pick(options.get(post) ?? [])}', ${ago(luck)}`),
  )
  const comments = await writeComments(t, luck, ids, members)
  await insertRows(
    t,
    'public.comment_reactions (comment_id, user_id, reaction, created_at, updated_at)',
    reactions(luck, comments, members),
  )
  await decide(t, luck, posts, comments)
  await randomBans(t, luck, members.slice(15, 30))
  await t.platform(`delete from auth.users where id = '${members[38]}'`)
}

type Post = { id: string; type: 'rumor' | 'poll' | 'discussion' }
const ofType = (posts: readonly Post[], type: Post['type']) =>
  posts.filter((post) => post.type === type).map(({ id }) => id)

async function writePosts(t: Harness, luck: Dice, members: readonly string[]): Promise<Post[]> {
  const posts = Array.from(
    { length: 45 },
    (_, n): Post => ({ id: idOf(3, n + 1), type: luck.pick(['rumor', 'poll', 'discussion']) }),
  )
  const rows = posts.map(({ id, type }, n) => {
    const status = edges[n] ? 'approved' : luck.pick(statuses)
    const reason = status === 'rejected' ? `'Quatsch'` : 'null'
    const at = edges[n] ?? (luck.chance(70) ? ago(luck) : `date_trunc('hour', now())`)
    return `'${id}', '${type}', 'Wer hat was gesagt?', '${luck.pick(members)}', '${status}', ${reason}, ${at}`
  })
  await insertRows(t, 'public.community_posts (id, type, title, author_id, status, rejection_reason, created_at)', rows)
  return posts
}

const pairs = (
  luck: Dice,
  targets: readonly string[],
  members: readonly string[],
  percent: number,
  rest: (target: string) => string,
): string[] =>
  targets.flatMap((target) =>
    members.filter(() => luck.chance(percent)).map((member) => `'${target}', '${member}', ${rest(target)}`),
  )

const reactions = (luck: Dice, targets: readonly string[], members: readonly string[]) =>
  pairs(luck, targets, members, 12, () => {
    const at = ago(luck)
    return `'${luck.chance(80) ? 'heart' : 'poop'}', ${at}, ${at}`
  })

async function pollOptions(t: Harness, polls: readonly string[]): Promise<Map<string, string[]>> {
  const options = new Map(polls.map((post, n) => [post, [1, 2, 3].map((position) => idOf(4, 10 * n + position))]))
  const rows = [...options].flatMap(([post, ids]) =>
    ids.map((id, at) => `'${id}', '${post}', 'Option ${at}', ${at + 1}`),
  )
  await insertRows(t, 'public.poll_options (id, post_id, text, position)', rows)
  return options
}

async function writeComments(
  t: Harness,
  luck: Dice,
  posts: readonly string[],
  members: readonly string[],
): Promise<string[]> {
  const written = posts.flatMap((post) => Array.from({ length: luck.roll(4) }, () => post))
  const ids = written.map((_, n) => idOf(5, n + 1))
  const rows = written.map((post, n) => `'${ids[n]}', '${post}', '${luck.pick(members)}', 'Hm', ${ago(luck)}`)
  await insertRows(t, 'public.comments (id, post_id, author_id, content, created_at)', rows)
  return ids
}

/** Decisions, changed votes, withdrawals and removals. */
async function decide(t: Harness, luck: Dice, posts: readonly Post[], comments: readonly string[]): Promise<void> {
  for (const post of posts) {
    const { id, type } = post
    if (luck.chance(20))
      await t.as(
        'moderator',
        `update public.community_posts set status = 'approved' where id = '${id}' and author_id <> auth.uid()`,
      )
    if (luck.chance(8) && !posts.slice(0, edges.length).includes(post))
      await t.owner(
        `update public.community_posts set status = 'rejected', rejection_reason = 'Doch nicht' where id = '${id}'`,
      )
    if (type === 'rumor' && luck.chance(60))
      await t.owner(
        `update public.post_rumors set rumor_status = '${luck.pick(['verified', 'debunked', 'unverified'])}' where post_id = '${id}'`,
      )
    if (luck.chance(15))
      await t.owner(`delete from public.post_reactions where post_id = '${id}' and reaction = 'poop'`)
    if (luck.chance(15)) await t.owner(`update public.post_reactions set reaction = 'poop' where post_id = '${id}'`)
    if (luck.chance(10)) await t.owner(`delete from public.rumor_votes where post_id = '${id}' and vote = 'agree'`)
  }
  for (const id of comments) {
    if (luck.chance(10)) await t.as('moderator', `delete from public.comments where id = '${id}'`)
    if (luck.chance(10)) await t.owner(`update public.comments set deleted_at = now(), content = '' where id = '${id}'`)
    if (luck.chance(10)) await t.owner(`delete from public.comment_reactions where comment_id = '${id}'`)
  }
}
