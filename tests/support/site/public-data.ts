import { expected, type Requests } from './requests.ts'

/** Public data from the REST interface; `query` is what follows `/rest/v1/`. */
export async function publicData<Data>(request: Requests, query: string): Promise<Data> {
  const { publishableKey } = (await (await request.get('/config.json')).json()) as { publishableKey: string }
  const answer = await request.get(`/rest/v1/${query}`, { headers: { apikey: publishableKey } })
  return (await expected(answer, 200)).json() as Promise<Data>
}

type Profile = { slug: string; comments: number; fan_of: number }

/** The member with the longest list of a kind. */
export async function busiestMember(request: Requests, list: 'comments' | 'fan_of'): Promise<Profile> {
  const members = await publicData<{ slug: string }[]>(request, 'public_profiles?select=slug&nickname=not.is.null')
  const profiles = await Promise.all(
    members.map(({ slug }) => publicData<Profile>(request, `rpc/profile_page?p_slug=${slug}`)),
  )
  return profiles.reduce((most, one) => (one[list] > most[list] ? one : most))
}

/** Address of the post with the most comments. */
export async function mostDiscussed(request: Requests): Promise<string> {
  const [post] = await publicData<{ id: string }[]>(
    request,
    'community_posts?select=id&order=comments_count.desc&limit=1',
  )
  const answer = await request.get(`/trashtalk/post/${post?.id}`, { maxRedirects: 0 })
  return (await expected(answer, 301)).headers().location ?? ''
}
