import { expect, test } from 'vitest'
import { inheritedNameRequests } from '../../../packages/embedded/test/inherited-name-requests.ts'
import { siteUrl } from '../../support/site/requests.ts'

/** Tables and functions of the site in place of those that the requests were written for. */
const here = (path: string) =>
  path
    .replaceAll('books', 'stars')
    .replaceAll('authors', 'star_scores')
    .replaceAll('/notes', '/saved_posts')
    .replaceAll('/greet', '/shell_data')

test('the site stays as it was after each request that names an inherited property', async () => {
  const config = (await (await fetch(`${siteUrl()}/config.json`)).json()) as { publishableKey: string }
  const key = config.publishableKey
  for (const [method, path, body] of inheritedNameRequests) {
    const headers = { apikey: key, 'content-type': 'application/json' }
    const init = body === undefined ? { method, headers } : { method, headers, body }
    const answer = await fetch(`${siteUrl()}${here(path)}`, init)
    await answer.body?.cancel()
    const health = await fetch(`${siteUrl()}/health`)
    expect([path, answer.status, health.status, Object.keys((await health.json()) as object).includes('$eq')]).toEqual([
      path,
      400,
      200,
      false,
    ])
  }
  for (const path of ['/', '/kalender.ics', '/trashtalk.rss', '/sitemap.xml', '/config.json'])
    expect((await fetch(`${siteUrl()}${path}?nach=${inheritedNameRequests.length}`)).status, path).toBe(200)
})
