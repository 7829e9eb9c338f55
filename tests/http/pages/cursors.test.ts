import { expect, test } from 'vitest'
import { openPage } from '../../support/site/page.ts'
import { site } from '../../support/site/requests.ts'
import { samplesOfRun } from '../../support/site/samples.ts'

const samples = await samplesOfRun()
const lists = [
  '/stars',
  '/stars?sortierung=name',
  '/stars?sortierung=neu',
  '/news',
  '/trashtalk',
  '/trashtalk?sortierung=neu',
  '/trashtalk?sortierung=heiss',
  '/trashtalk/geruechte',
  '/trashtalk/diskussionen?sortierung=top&zeitraum=gesamt',
  '/trashtalk/umfragen?sortierung=aktiv',
  samples.discussion.path,
  `${samples.discussion.path}?kommentare=neu`,
  samples.member.path,
  `${samples.member.path}/kommentare`,
  `${samples.member.path}/fan-von`,
  '/charts/stars/hot-bestenliste',
  '/charts/stars/social-media-bestenliste',
]
const encoded = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url')
const junk = ['x', 'W10', 'WyI', encoded({ a: 1 }), encoded(['a', 'b', 'c', 'd', 'e']), encoded([null])]

test.each(lists)('a cursor that is none costs %s nothing: it is the first page, from the cache', async (list) => {
  const scenario = async () => {
    const first = await site.get(list)
    const answers = await Promise.all(
      junk.map((nach) => site.get(`${list}${list.includes('?') ? '&' : '?'}nach=${nach}`)),
    )
    return answers.every((answer) => {
      const { etag, 'cache-status': status = '' } = answer.headers()
      return etag === first.headers().etag && status.startsWith('hot; hit')
    })
  }
  // Other tests of this server purge all pages now and then.
  await expect.poll(scenario, { interval: 1_100, timeout: 30_000 }).toBe(true)
})

test.each(lists)('the next part of %s has a cursor that is read', async (list) => {
  const page = await openPage(list)
  const next = page.main
    .find('a[href*="nach="]')
    .toArray()
    .map(({ attribs }) => attribs.href ?? '')[0]
  if (next === undefined) return
  const answer = await site.get(next.replace(/#.*/, ''))
  expect(answer.headers()['cache-status']).toBe('hot; fwd=miss')
})
