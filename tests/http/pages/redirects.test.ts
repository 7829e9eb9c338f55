import { expect, test } from 'vitest'
import { publicData } from '../../support/site/public-data.ts'
import { site } from '../../support/site/requests.ts'
import { type Samples, samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()

type Target = string | ((samples: Samples) => string)
const pathOf = (target: Target) => (typeof target === 'string' ? target : target(samples))

const numberOf = (season: string) => season.split('-').at(-1)
const permanent: [from: Target, to: Target][] = [
  ['/trash-talk', '/trashtalk'],
  ['/trash-talk/umfragen', '/trashtalk/umfragen'],
  [({ format, season }) => `${format.path}/${numberOf(season.path)}`, ({ season }) => season.path],
  [({ format, season }) => `${format.path}/${season.path.split('/').at(-1)}`, ({ season }) => season.path],
  [({ format, season }) => `${format.path}/staffel/${numberOf(season.path)}`, ({ season }) => season.path],
  [({ member }) => `${member.path}/beitraege`, ({ member }) => member.path],
  [({ member }) => `${member.path}/gab-es/nie`, ({ member }) => member.path],
  ['/stars/', '/stars'],
]

async function locationOf(path: string, status: number): Promise<string> {
  const answer = await site.get(path, { maxRedirects: 0 })
  expect(answer.status(), path).toBe(status)
  return answer.headers().location ?? ''
}

test('known old addresses answer 301 with the new one', async () => {
  for (const [from, to] of permanent) expect(await locationOf(pathOf(from), 301)).toBe(pathOf(to))
})

test('posts are found by id, with and without their kind', async () => {
  const feed = await (await site.get('/trashtalk.rss')).text()
  const items = [...feed.matchAll(/<link>[^<]*?(\/trashtalk\/(\w+)\/\d[^<]*)<\/link><guid[^>]*>([^<]+)</g)]
  const { rumor, poll, discussion } = samples
  for (const [kind, post] of Object.entries({ geruecht: rumor, umfrage: poll, diskussion: discussion })) {
    const [, path = '', , id = ''] =
      items.find(([, path]) => path === post.path) ??
      items.find(([, , list]) => list?.startsWith(kind.slice(0, 6))) ??
      []
    expect(await locationOf(`/trashtalk/${kind}/${id}`, 301)).toBe(path)
    expect(await locationOf(`/trashtalk/post/${id}`, 301)).toBe(path)
  }
})

test('what was never there is not redirected', async () => {
  const missing = [
    '/format/gab-es-nie',
    '/seasons/keine-id',
    '/seasons/00000000-0000-4000-8000-000000000000',
    '/trashtalk/geruecht/00000000-0000-4000-8000-000000000000',
    `${samples.format.path}/999`,
    `${samples.format.path}/staffel/gab-es-nie`,
    '/user/gab-es-nie/irgendwas',
  ]
  for (const path of missing) expect((await site.get(path, { maxRedirects: 0 })).status(), path).toBe(404)
})

const histories = [
  { list: 'format_slug_history', of: 'formats', under: '/formate' },
  { list: 'star_slug_history', of: 'stars', under: '/stars' },
  { list: 'profile_slug_history', of: 'public_profiles', under: '/user' },
]
for (const { list, of, under } of histories) {
  test(`former addresses below ${under} answer 301 with the one of today`, async () => {
    type Former = { old_slug: string } & Record<string, { slug: string }>
    const former = await publicData<Former[]>(site, `${list}?select=old_slug,${of}(slug)`)
    expect(former).not.toEqual([])
    for (const { old_slug, [of]: now } of former) {
      const today = `${under}/${(now as { slug: string }).slug}`
      expect(await locationOf(`${under}/${old_slug}`, 301)).toBe(today)
    }
  })
}

test('the tabs of a member who was renamed and the old way to a format lead on as well', async () => {
  type Member = { old_slug: string; public_profiles: { slug: string } }
  const [member] = await publicData<Member[]>(site, 'profile_slug_history?select=old_slug,public_profiles(slug)')
  expect(await locationOf(`/user/${member?.old_slug}/kommentare`, 301)).toBe(
    `/user/${member?.public_profiles.slug}/kommentare`,
  )
  type Format = { old_slug: string; formats: { slug: string } }
  const [format] = await publicData<Format[]>(site, 'format_slug_history?select=old_slug,formats(slug)')
  expect(await locationOf(`/format/${format?.old_slug}`, 301)).toBe(`/formate/${format?.formats.slug}`)
})
