import { expected, type Requests } from './requests.ts'

/** Public data from the REST interface; `query` is what follows `/rest/v1/`. */
export async function publicData<Data>(request: Requests, query: string): Promise<Data> {
  const { publishableKey } = (await (await request.get('/config.json')).json()) as { publishableKey: string }
  const answer = await request.get(`/rest/v1/${query}`, { headers: { apikey: publishableKey } })
  return (await expected(answer, 200)).json() as Promise<Data>
}

type Profile = { slug: string; comments: number; fan_of: number }

/** So many at a time: journeys leave hundreds of members, and a server refuses more than it can carry. */
const atOnce = 5

/** The member with the longest list of a kind. */
export async function busiestMember(request: Requests, list: 'comments' | 'fan_of'): Promise<Profile> {
  const members = await publicData<{ slug: string }[]>(request, 'public_profiles?select=slug&nickname=not.is.null')
  const profiles: Profile[] = []
  for (let from = 0; from < members.length; from += atOnce) {
    const some = members.slice(from, from + atOnce)
    const found = some.map(({ slug }) => publicData<Profile>(request, `rpc/profile_page?p_slug=${slug}`))
    profiles.push(...(await Promise.all(found)))
  }
  return profiles.reduce((most, one) => (one[list] > most[list] ? one : most))
}

/** Address of the post with the most threads: journeys write posts with a single one of hundreds of answers. */
export async function mostDiscussed(request: Requests): Promise<string> {
  const threads = await publicData<{ post_id: string }[]>(request, 'comments?select=post_id&parent_id=is.null')
  const counts = new Map<string, number>()
  for (const { post_id } of threads) counts.set(post_id, (counts.get(post_id) ?? 0) + 1)
  const [id] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))
  const answer = await request.get(`/trashtalk/post/${id}`, { maxRedirects: 0 })
  return (await expected(answer, 301)).headers().location ?? ''
}
