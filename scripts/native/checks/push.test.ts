import { expect, test } from 'vitest'
import { disk, treeWith } from '../../../tests/support/native/tree-with.ts'
import { readNativeConfig } from '../config.ts'
import {
  androidManifest,
  appController,
  appDelegate,
  appGradle,
  entitlements,
  googleServices,
  sceneDelegate,
  textOf,
  xcodeProject,
} from '../tree.ts'
import { checkPush } from './push.ts'

const config = { ...readNativeConfig({}), push: ['ios' as const, 'android' as const] }
const servicesOf = (...names: string[]) =>
  JSON.stringify({ client: names.map((package_name) => ({ client_info: { android_client_info: { package_name } } })) })
const withServices = (text: string | undefined) => ({ [googleServices]: text })
const own = withServices(servicesOf('de.other.app', config.appId))

const without = (file: string, from: string | RegExp, to = '') => {
  const text = textOf(disk, file)
  const broken = text.replace(from, to)
  expect(broken).not.toBe(text)
  return treeWith({ ...own, [file]: broken })
}

test('the current projects support push', () => expect(checkPush(treeWith(own), config)).toEqual([]))

test.each([
  [entitlements, /<key>aps-environment<\/key>\s*<string>development<\/string>/, '', 'aps-environment'],
  [appDelegate, '.capacitorDidRegisterFor', '.other', 'DidRegister'],
  [appDelegate, '.capacitorDidFailToRegisterFor', '.other', 'DidFailToRegister'],
  [sceneDelegate, 'connectionOptions.notificationResponse', 'nothing', 'SceneDelegate'],
  ['native/ios/App/App/PushServicePlugin.swift', 'name: "clear"', 'name: "other"', 'PushServicePlugin'],
  [appController, 'registerPluginInstance(PushServicePlugin())', '', 'PushServicePlugin'],
  [xcodeProject, /.*PushServicePlugin.swift in Sources \*\/,\n/, '', 'PushServicePlugin'],
  [androidManifest, 'android.permission.POST_NOTIFICATIONS', 'android.permission.VIBRATE', 'POST_NOTIFICATIONS'],
  [androidManifest, 'android:value="hot"', 'android:value="other"', 'Kanal'],
  [androidManifest, '@drawable/notification', '@drawable/missing', 'Zeichen'],
  [androidManifest, /auto_init_enabled"\s*android:value="false"/, 'auto_init_enabled"', 'bei Google an'],
  [appGradle, "apply plugin: 'com.google.gms.google-services'", '', 'google-services.json'],
  ['native/android/build.gradle', /classpath 'com.google.gms.*/, '', 'google-services.json'],
] as const)('%s: %s → %s', (file, from, to, word) => {
  const found = checkPush(without(file, from, to), config)
  expect(found.map(({ level }) => level)).toEqual(['error'])
  expect(found[0]?.text).toContain(word)
})

test('a build without Google’s file is accepted locally but not for a store, unless Google is not used', () => {
  const bare = treeWith(withServices(undefined))
  const tree = { ...bare, bytes: (file: string) => (file === googleServices ? undefined : bare.bytes(file)) }
  expect(checkPush(tree, config).map(({ level }) => level)).toEqual(['warning'])
  expect(checkPush(tree, { ...config, push: ['ios'] })).toEqual([])
})

test.each([servicesOf('de.other.app'), '{}', 'kaputt', ''])('Google’s file of another app is reported: %s', (text) => {
  const [found, ...rest] = checkPush(treeWith(withServices(text)), config)
  expect(rest).toEqual([])
  expect(found?.level).toBe('error')
  expect(found?.text).toContain(config.appId)
})
