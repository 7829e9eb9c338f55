import type { APIRequestContext } from '@playwright/test'
import { expect } from './wire.ts'

/** What anybody may read from the REST interface; `query` is what follows `/rest/v1/`. */
export async function publicData<Data>(request: APIRequestContext, query: string): Promise<Data> {
  const { publishableKey } = (await (await request.get('/config.json')).json()) as { publishableKey: string }
  const answer = await request.get(`/rest/v1/${query}`, { headers: { apikey: publishableKey } })
  expect(answer.status(), query).toBe(200)
  return (await answer.json()) as Data
}

type Profile = { slug: string; comments: number; fan_of: number }

/** The member with the longest list of a kind. */
export async function busiestMember(request: APIRequestContext, list: 'comments' | 'fan_of'): Promise<Profile> {
  const members = await publicData<{ slug: string }[]>(request, 'public_profiles?select=slug&nickname=not.is.null')
  const profiles = await Promise.all(
    members.map(({ slug }) => publicData<Profile>(request, `rpc/profile_page?p_slug=${slug}`)),
  )
  return profiles.reduce((most, one) => (one[list] > most[list] ? one : most))
}

/** Address of the post with most comments. */
export async function mostDiscussed(request: APIRequestContext): Promise<string> {
  const [post] = await publicData<{ id: string }[]>(
    request,
    'community_posts?select=id&order=comments_count.desc&limit=1',
  )
  const answer = await request.get(`/trashtalk/post/${post?.id}`, { maxRedirects: 0 })
  expect(answer.status()).toBe(301)
  return answer.headers().location ?? ''
}
