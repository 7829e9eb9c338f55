/** The members and the rumor of a show night, made through the API with the secret key of the installation. */
import { postPath } from '@hot/domain/post/address'
import { type Member, NIGHT, type Night } from './night.ts'

type Site = Pick<Night, 'urls' | 'key'> & { secretKey: string }

/** Members made together. */
const AT_ONCE = 10

/** Each has a network of its own, which the server believes a proxy on this machine. */
const addressOf = (number: number) => `10.${Math.floor(number / 250)}.${number % 250}.7`

async function ask<Answer>(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...init.headers }
  const response = await fetch(url, { method: 'POST', ...init, headers })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return (await response.json().catch(() => undefined)) as Answer
}

/** Signed in by a mailed link: hashing two hundred passwords takes minutes. */
async function memberOf({ urls, key, secretKey }: Site, number: number): Promise<Member> {
  const url = urls[0]
  const address = addressOf(number)
  const operator = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  const email = `abend${number}@gmx.de`
  const body = (fields: object) => JSON.stringify(fields)
  await ask(`${url}/auth/v1/admin/users`, { headers: operator, body: body({ email, email_confirm: true }) })
  const link = await ask<{ hashed_token: string }>(`${url}/auth/v1/admin/generate_link`, {
    headers: operator,
    body: body({ type: 'magiclink', email }),
  })
  const { access_token: token, user } = await ask<{ access_token: string; user: { id: string } }>(
    `${url}/auth/v1/verify`,
    {
      headers: { apikey: key, 'x-forwarded-for': address },
      body: body({ type: 'magiclink', token_hash: link.hashed_token }),
    },
  )
  // Without a nickname nobody may write.
  await ask(`${url}/rest/v1/profiles?id=eq.${user.id}`, {
    method: 'PATCH',
    headers: operator,
    body: body({ nickname: `Zuschauer_${number}` }),
  })
  return { id: user.id, token, address }
}

export async function openNight(site: Site): Promise<Night> {
  const { urls, key, secretKey } = site
  const operator = { apikey: secretKey, authorization: `Bearer ${secretKey}`, prefer: 'return=representation' }
  const posts = await ask<{ id: string; slug: string; created_at: string }[]>(`${urls[0]}/rest/v1/community_posts`, {
    headers: operator,
    body: JSON.stringify({
      title: 'Wer fliegt heute Abend raus?',
      type: 'rumor',
      status: 'approved',
      content: 'Live.',
    }),
  })
  const post = posts[0]
  if (!post) throw new Error('the rumor was not made')
  const members: Member[] = []
  for (let number = 0; number < NIGHT.members; number += AT_ONCE)
    members.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => memberOf(site, number + at)))))
  return { urls, key, members, post: post.id, path: postPath({ type: 'rumor', ...post }) }
}

/** What the page counts, and what the tables hold, read with the secret key. */
export async function countsOf({ urls, post }: Night, secretKey: string) {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}`, prefer: 'count=exact' }
  const rows = async (path: string) => {
    const answer = await fetch(`${urls[0]}/rest/v1/${path}`, { headers: { ...headers, range: '0-0' } })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return Number(answer.headers.get('content-range')?.split('/')[1])
  }
  const one = async (path: string) => {
    const answer = await fetch(`${urls[0]}/rest/v1/${path}`, { headers })
    return ((await answer.json()) as Record<string, number>[])[0] ?? {}
  }
  const [counter, rumor] = [
    await one(`community_posts?id=eq.${post}&select=votes_count,comments_count`),
    await one(`post_rumors?post_id=eq.${post}&select=agree_count,disagree_count`),
  ]
  const votes = (vote: string) => rows(`rumor_votes?post_id=eq.${post}&vote=eq.${vote}&select=user_id`)
  return [
    ['votes', counter.votes_count, await rows(`rumor_votes?post_id=eq.${post}&select=user_id`)],
    ['comments', counter.comments_count, await rows(`comments?post_id=eq.${post}&select=id`)],
    ['agree', rumor.agree_count, await votes('agree')],
    ['disagree', rumor.disagree_count, await votes('disagree')],
  ] as const
}
