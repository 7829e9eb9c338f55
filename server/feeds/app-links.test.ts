import { readFileSync } from 'node:fs'
import path from 'node:path'
import { browserFolders, deepLinkTarget } from '@hot/domain/url/app-links'
import { appPages } from '@hot/domain/url/app-pages'
import { expect, test } from 'vitest'
import { stubServers } from '../../tests/support/server/stub-servers.ts'
import { readAppLinkSettings } from '../settings/site-settings.ts'

const start = stubServers()
const apple = '/.well-known/apple-app-site-association'
const google = '/.well-known/assetlinks.json'
const print = Array.from({ length: 32 }, (_, index) => index.toString(16).padStart(2, '0')).join(':')
const env = {
  HOT_IOS_APP_IDS: 'A1B2C3D4E5.de.example.hot',
  HOT_ANDROID_PACKAGE: 'de.example.hot',
  HOT_ANDROID_FINGERPRINTS: print,
}

type Component = { '/': string; exclude?: boolean }

/** Matches as Apple specifies: `*` is any text, `?` is one character, and the first match decides. */
function opensInApp(components: readonly Component[], page: string): boolean {
  const fits = ({ '/': pattern }: Component) =>
    new RegExp(
      `^${pattern
        .replace(/[.+^$()]/g, '\\$&')
        .replace(/\?/g, '.')
        .replace(/\*/g, '.*')}$`,
    ).test(page)
  const first = components.find(fits)
  return first !== undefined && !first.exclude
}

test('names the apps without a redirect, cacheable for an hour', async () => {
  const { problems, ...appLinks } = readAppLinkSettings(env)
  expect(problems).toEqual([])
  const { get, rendered } = await start({ appLinks })
  for (const file of [apple, google]) {
    const answer = await get(file)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  }
  const { applinks, webcredentials } = await (await get(apple)).json()
  expect(webcredentials).toEqual({ apps: ['A1B2C3D4E5.de.example.hot'] })
  expect(applinks.details[0].appIDs).toEqual(['A1B2C3D4E5.de.example.hot'])
  expect(await (await get(google)).json()).toEqual([
    {
      relation: ['delegate_permission/common.handle_all_urls', 'delegate_permission/common.get_login_creds'],
      target: {
        namespace: 'android_app',
        package_name: 'de.example.hot',
        sha256_cert_fingerprints: [print.toUpperCase()],
      },
    },
  ])
  expect(rendered).toEqual([])
})

test('the file does not exist without a configured app', async () => {
  const { get } = await start()
  expect([(await get(apple)).status, (await get(google)).status]).toEqual([404, 404])
})

/** Paths of all routes of the app, with `x` for each parameter. */
function routes(): string[] {
  const tree = readFileSync(path.resolve(import.meta.dirname, '../../web/src/routeTree.gen.ts'), 'utf8')
  const listed = /fullPaths:([\s|'/$\w.-]+?)fileRoutesByTo/.exec(tree)?.[1] ?? ''
  return [...listed.matchAll(/'([^']+)'/g)]
    .map(([, route = '']) => route.replace(/\$\w*/g, 'x'))
    .filter((r) => r !== '/x')
}

test("public routes open in the app and private ones do not, by the device's rule and by Apple's", async () => {
  const { get } = await start({ appLinks: readAppLinkSettings(env) })
  const { components } = (await (await get(apple)).json()).applinks.details[0]
  const all = routes()
  expect(all.length).toBeGreaterThan(50)
  for (const route of all) {
    const page = route.length > 1 ? route.replace(/\/$/, '') : route
    const isPrivate = browserFolders.some((folder) => page === folder || page.startsWith(`${folder}/`))
    expect([page, opensInApp(components, page)]).toEqual([page, !isPrivate])
    expect([page, deepLinkTarget(`https://hot.example${page}`, 'https://hot.example')]).toEqual([
      page,
      isPrivate ? null : page,
    ])
  }
  for (const page of ['/kalender.ics', '/formate/x.ics', '/trashtalk.rss', '/auth/v1/verify', '/admin', '/config.json'])
    expect([page, opensInApp(components, page)]).toEqual([page, false])
  for (const page of appPages) expect(opensInApp(components, page)).toBe(true)
})

test.each([
  [{ HOT_IOS_APP_IDS: 'de.example.hot' }, 'HOT_IOS_APP_IDS'],
  [{ ...env, HOT_ANDROID_PACKAGE: 'hot' }, 'HOT_ANDROID_PACKAGE'],
  [{ ...env, HOT_ANDROID_FINGERPRINTS: 'AA:BB' }, 'HOT_ANDROID_FINGERPRINTS'],
  [{ HOT_ANDROID_PACKAGE: 'de.example.hot' }, 'gehören zusammen'],
  [{ HOT_APP_LEAST_BUILD: '1.2.0' }, 'HOT_APP_LEAST_BUILD'],
  [{ HOT_APP_LEAST_BUILD: '8', HOT_APP_NEWEST_BUILD: '7' }, 'keine App mehr'],
])('%j is refused in one line', (wrong, word) => {
  const { problems } = readAppLinkSettings(wrong)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(word)
})
