import { randomUUID } from 'node:crypto'
import type { Backend } from '@hot/embedded'

type Row = Record<string, unknown>

/** One row that a client sends, itself or by a function. */
export type Write = { table: string; row: Row; rpc?: { name: string; args: Row } }
export type World = {
  stars: string[]
  posts: string[]
  rumor: string
  poll: string
  option: string
  comments: string[]
}

/** The targets of members' writes: stars, posts of each kind, comments; without an author. */
export async function openWorld({ query }: Backend): Promise<World> {
  const ids = (times: number) => Array.from({ length: times }, () => randomUUID())
  const world = { stars: ids(3), posts: ids(3), rumor: randomUUID(), poll: randomUUID(), option: randomUUID() }
  // Each with a name of its own: slugs of one name differ by 16 bits, which a thousand worlds use twice.
  for (const id of world.stars)
    await query('insert into public.stars (id, first_name) values ($1, $2)', [id, `Mandy ${id.slice(0, 8)}`])
  const kinds = [...world.posts.map((id) => [id, 'discussion']), [world.rumor, 'rumor'], [world.poll, 'poll']]
  for (const [id, type] of kinds)
    await query(
      `insert into public.community_posts (id, title, type, status, author_id) values ($1, 'Wer zieht dieses Jahr ein?', $2, 'approved', null)`,
      [id, type],
    )
  await query(`insert into public.poll_options (id, post_id, text, position) values ($1, $2, 'Mandy', 1)`, [
    world.option,
    world.poll,
  ])
  const comments = ids(3)
  for (const id of comments)
    await query(`insert into public.comments (id, post_id, content, author_id) values ($1, $2, 'Na endlich', null)`, [
      id,
      world.posts[0],
    ])
  return { ...world, comments }
}

function report(post: string): Write {
  const id = randomUUID()
  const args = { p_id: id, p_target_type: 'post', p_target: post, p_reason: 'spam', p_good_faith: true }
  return { table: 'reports', row: { id }, rpc: { name: 'report_content', args } }
}

/** Every kind of write by a member: with a client-generated id, or by a natural key. Forty rows. */
export function writesOf(w: World, user_id: string): Write[] {
  const own = (table: string, times: number, row: Row): Write[] =>
    Array.from({ length: times }, () => ({ table, row: { id: randomUUID(), ...row } }))
  const keyed = (table: string, key: string, ids: string[], row: Row): Write[] =>
    ids.map((id) => ({ table, row: { [key]: id, user_id, ...row } }))
  return [
    ...own('community_posts', 5, { title: 'Alle reden davon', content: 'Wirklich alle.', type: 'discussion' }),
    // Nobody writes the same twice in one thread.
    ...Array.from({ length: 9 }, (_, n) =>
      own('comments', 1, { post_id: w.posts[0], content: `Finde ich auch, ${n}` }),
    ).flat(),
    ...w.posts.map((post) => report(post)),
    ...keyed('demand_votes', 'star_id', w.stars, { value: 4 }),
    ...keyed('realness_votes', 'star_id', w.stars, { value: 2 }),
    ...keyed('drama_votes', 'star_id', w.stars, { value: 5 }),
    ...keyed('star_fans', 'star_id', w.stars, {}),
    ...keyed('saved_posts', 'post_id', w.posts, {}),
    ...keyed('post_reactions', 'post_id', w.posts, { reaction: 'heart' }),
    ...keyed('comment_reactions', 'comment_id', w.comments, { reaction: 'poop' }),
    ...keyed('rumor_votes', 'post_id', [w.rumor], { vote: 'agree' }),
    ...keyed('poll_votes', 'post_id', [w.poll], { option_id: w.option }),
  ]
}
