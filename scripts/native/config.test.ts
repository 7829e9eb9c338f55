import { expect, test } from 'vitest'
import { readVersion } from '../../server/settings/build-info.ts'
import { parseNativeConfig, projectFiles, shellConfig } from './config.ts'
import { googleServices, type Tree } from './tree.ts'

const file = {
  appId: 'de.inselfieber.app',
  appName: 'HoT // Test',
  version: '1.2.3',
  build: 7,
  siteUrl: 'https://hot.example',
  backendUrl: 'https://abc.supabase.co',
  publishableKey: 'sb_publishable_x',
  site: { SITE_OPERATOR: 'Trash GmbH' },
}

const nothing: Pick<Tree, 'bytes'> = { bytes: () => undefined }

test('both projects get the same ids, name and versions', () => {
  const files = projectFiles(parseNativeConfig(file))
  expect(files['ios/app.xcconfig']).toContain('PRODUCT_BUNDLE_IDENTIFIER = de.inselfieber.app\n')
  expect(files['ios/app.xcconfig']).toContain(
    'HOT_SITE_HOST = hot.example\nMARKETING_VERSION = 1.2.3\nCURRENT_PROJECT_VERSION = 7\n',
  )
  expect(files['ios/app.xcconfig']).toContain('HOT_APP_NAME = HoT /$()/ Test\n')
  expect(files['android/app.properties']).toContain(
    'appId=de.inselfieber.app\nappName=HoT // Test\nsiteHost=hot.example\nversion=1.2.3\nbuild=7\n',
  )
})

test('the app gets the configuration that browsers get', () => {
  expect(JSON.parse(shellConfig(parseNativeConfig(file), nothing))).toEqual({
    supabaseUrl: 'https://abc.supabase.co',
    publishableKey: 'sb_publishable_x',
    siteUrl: 'https://hot.example',
    push: [],
    site: { operator: 'Trash GmbH' },
    app: { version: readVersion(), build: 7 },
  })
})

test('the apps offer push if the server has keys, on Android only with Google’s file', () => {
  const pushOf = (push: unknown, tree = nothing) =>
    JSON.parse(shellConfig(parseNativeConfig({ ...file, push }), tree)).push
  const services = { bytes: (name: string) => (name === googleServices ? Buffer.from('{}') : undefined) }
  expect(pushOf(['ios', 'android'])).toEqual(['ios'])
  expect(pushOf(['ios', 'android'], services)).toEqual(['ios', 'android'])
  expect(pushOf(['android'], services)).toEqual(['android'])
  expect(pushOf([], services)).toEqual([])
  const given = (HOT_APP_PUSH: string) => parseNativeConfig({ ...file, push: ['ios'] }, { HOT_APP_PUSH }).push
  expect(given('android, ios')).toEqual(['android', 'ios'])
  expect(given('none')).toEqual([])
  expect(given('')).toEqual(['ios'])
})

test('environment variables override the file', () => {
  const env = { HOT_APP_BUILD: '8', SITE_URL: 'https://other.example', SITE_EMAIL: 'a@b.de', HOT_APP_NAME: ' ' }
  expect(parseNativeConfig(file, env)).toMatchObject({
    build: 8,
    appName: file.appName,
    siteUrl: 'https://other.example',
    site: { SITE_OPERATOR: 'Trash GmbH', SITE_EMAIL: 'a@b.de' },
  })
})

test.each([
  [{ appId: 'hot' }, 'appId'],
  [{ appId: 'de.example.HoT' }, 'appId'],
  [{ appId: 'de.my-app.hot' }, 'appId'],
  [{ version: '1.0' }, 'version'],
  [{ build: 0 }, 'build'],
  [{ siteUrl: 'http://hot.example' }, 'siteUrl'],
  [{ siteUrl: 'https://hot.example/' }, 'siteUrl'],
  [{ backendUrl: 'https://a:b@hot.example' }, 'backendUrl'],
  [{ publishableKey: 'sb_secret_x' }, 'publishableKey'],
  [{ site: { SITE_UNKNOWN: 'x' } }, 'SITE_UNKNOWN'],
  [{ push: ['web'] }, 'push'],
  [{ secretKey: 'x' }, 'secretKey'],
])('%j is refused', (wrong, word) => expect(() => parseNativeConfig({ ...file, ...wrong })).toThrow(word))
