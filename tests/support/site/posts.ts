import { asServer, type Member } from './members.ts'
import { expected, type Requests } from './requests.ts'

export type OpenPost = { id: string; path: string }

/** Inserts rows as the service role; returns what was stored. */
async function add<Row>(request: Requests, table: string, data: object): Promise<Row[]> {
  const headers = { ...asServer(), prefer: 'return=representation' }
  return (await expected(await request.post(`/rest/v1/${table}`, { headers, data }), 201)).json() as Promise<Row[]>
}

const lists = { discussion: 'diskussionen', rumor: 'geruechte', poll: 'umfragen' }

/** Creates an approved post, given by columns. */
async function addPost(
  request: Requests,
  author: Member,
  type: keyof typeof lists,
  columns: object,
): Promise<OpenPost> {
  const [post] = await add<{ id: string; slug: string }>(request, 'community_posts', {
    type,
    author_id: author.id,
    status: 'approved',
    // Noon, so that the day in its address is the same in every time zone.
    created_at: '2026-11-20T12:00:00Z',
    ...columns,
  })
  if (!post) throw new Error('no post was made')
  return { id: post.id, path: `/trashtalk/${lists[type]}/2026/11/20/${post.slug}` }
}

/** A new approved discussion without comments; `columns` override its defaults. */
export const newDiscussion = (request: Requests, author: Member, columns: object = {}): Promise<OpenPost> =>
  addPost(request, author, 'discussion', {
    title: `Worüber reden wir bei ${author.nickname}?`,
    content: 'Los.',
    ...columns,
  })

/** A new approved rumor or poll without votes; `columns` override its defaults. */
export async function newBallot(
  request: Requests,
  author: Member,
  type: 'rumor' | 'poll',
  columns: object = {},
): Promise<OpenPost> {
  const row = { title: `Was stimmt bei ${author.nickname}?`, content: 'Sagt ihr es mir.', ...columns }
  const post = await addPost(request, author, type, row)
  const options = ['Sofa', 'Zeitlupe', 'Beides'].map((text, at) => ({ post_id: post.id, text, position: at + 1 }))
  if (type === 'poll') await add(request, 'poll_options', options)
  return post
}

type Written = { content: string; created_at?: string; parent_id?: string }

/** Inserts comments in the order given; returns their ids. */
export async function addComments(
  request: Requests,
  post: OpenPost,
  author: Member,
  rows: Written[],
): Promise<string[]> {
  const written = rows.map((row) => ({ post_id: post.id, author_id: author.id, ...row }))
  return (await add<{ id: string }>(request, 'comments', written)).map(({ id }) => id)
}
