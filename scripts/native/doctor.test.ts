import { expect, test } from 'vitest'
import shell from '../../native/capacitor.config.ts'
import { disk, treeWith } from '../../tests/support/native/tree-with.ts'
import { readNativeConfig, shellConfig } from './config.ts'
import { checkBuild, checkProjects, stampFile } from './doctor.ts'
import { withPolicy } from './policy.ts'
import {
  androidManifest,
  appGradle,
  entitlements,
  infoPlist,
  privacyManifest,
  type Tree,
  textOf,
  webBuild,
  webCopies,
  xcodeProject,
} from './tree.ts'

const config = readNativeConfig({})

const errors = (tree: Tree, withShell = shell) =>
  checkProjects(tree, config, withShell).flatMap(({ level, text }) => (level === 'error' ? [text] : []))

test('the current projects have no errors', () => expect(errors(treeWith({}))).toEqual([]))

const rules = 'native/android/app/src/main/res/xml'
const swift = 'native/ios/App/CapApp-SPM/Package.swift'
const ios = (file: string) => `native/ios/App/App/${file}`
const gradle = 'native/android/variables.gradle'
const key = (text: string) => Buffer.from(text).toString('base64url')

/** File, a text in it, its replacement, and a word of the only finding. */
const breaks: readonly (readonly [file: string, from: string | RegExp, to: string, word: string])[] = [
  ['native/ios/app.xcconfig', 'de.example.hot', 'de.other.app', 'app.xcconfig ist veraltet'],
  ['native/android/app.properties', 'build=1', 'build=2', 'app.properties ist veraltet'],
  [xcodeProject, 'CODE_SIGN_STYLE = Automatic;', 'MARKETING_VERSION = 2.0;', 'überschreibt'],
  [xcodeProject, /baseConfigurationReference = A0F0.*\n/, '', 'Nicht jede Konfiguration'],
  [xcodeProject, /.*PrivacyInfo.xcprivacy in Resources.*\n/g, '', 'nicht Teil der App'],
  [appGradle, 'applicationId hot.getProperty("appId")', 'applicationId "de.other.app"', 'applicationId'],
  [infoPlist, '$(HOT_APP_NAME)', 'Anders', 'CFBundleDisplayName'],
  [infoPlist, /(<key>CFBundleURLSchemes<\/key>\s*<array>)/, '$1<string>hot</string>', 'Schema'],
  [infoPlist, 'Damit du ein Foto für dein Profilbild aufnehmen kannst.', 'To take a photo.', 'auf Deutsch'],
  [
    infoPlist,
    '<key>LSRequiresIPhoneOS</key>',
    '<key>NSLocationWhenInUseUsageDescription</key><string>Damit du</string><key>LSRequiresIPhoneOS</key>',
    'NSLocationWhenInUse',
  ],
  [
    infoPlist,
    '<key>LSRequiresIPhoneOS</key>',
    '<key>NSAppTransportSecurity</key><dict/><key>LSRequiresIPhoneOS</key>',
    'NSAppTransportSecurity',
  ],
  [entitlements, 'applinks:$(HOT_SITE_HOST)', 'applinks:evil.example', 'App.entitlements'],
  [entitlements, /.*webcredentials.*\n/, '', 'webcredentials'],
  [infoPlist, /<key>NSPhotoLibraryAdd.*<\/key>\s*<string>.*<\/string>/, '', 'NSPhotoLibraryAdd'],
  [privacyManifest, 'DataTypeName<', 'DataTypeHealth<', 'verschweigt, was die App erhebt: Name'],
  [androidManifest, 'android:taskAffinity=""', '', 'taskAffinity'],
  [appGradle, /.*androidx.activity.*\n/, '', 'androidx.activity'],
  [privacyManifest, /<key>NSPrivacyTracking<\/key>\s*<false\/>/, '<key>NSPrivacyTracking</key><true/>', 'verfolgt'],
  [privacyManifest, 'CA92.1', 'XX00.0', 'UserDefaults'],
  [privacyManifest, 'C617.1', 'XX00.0', 'Dateizeiten'],
  [privacyManifest, 'TypePhoneNumber', 'TypePhysicalAddress', 'verschweigt, was die App erhebt: PhoneNumber'],
  [privacyManifest, 'TypePhoneNumber', 'TypePhysicalAddress', 'nicht erhebt: PhysicalAddress'],
  [privacyManifest, 'PurposeAnalytics', 'PurposeThirdPartyAdvertising', 'ThirdPartyAdvertising'],
  [ios('AppViewController.swift'), 'Gestures = true', 'Gestures = false', 'Zurückwischen'],
  [ios('SceneDelegate.swift'), '= AppViewController()', '= CAPBridgeViewController()', 'müssen AppViewController'],
  [ios('Base.lproj/Main.storyboard'), '"AppViewController"', '"CAPBridgeViewController"', 'müssen AppViewController'],
  [xcodeProject, /.*AppViewController.swift in Sources \*\/,\n/, '', 'wird nicht übersetzt'],
  [androidManifest, 'enableOnBackInvokedCallback="true"', 'enableOnBackInvokedCallback="false"', 'enableOnBackInvoked'],
  [androidManifest, /.*ACCESS_NETWORK_STATE.*\n/, '', 'ACCESS_NETWORK_STATE'],
  [androidManifest, 'android:allowBackup="false"', 'android:allowBackup="true"', 'allowBackup'],
  [androidManifest, 'android:usesCleartextTraffic="false"', '', 'Unverschlüsselte'],
  [androidManifest, 'android:exported="false"', 'android:exported="true"', 'exported'],
  [androidManifest, 'android.permission.INTERNET', 'android.permission.READ_CONTACTS', 'READ_CONTACTS'],
  [androidManifest, /\$\{siteHost\}/, 'evil.example', 'Rechner der Links'],
  [androidManifest, 'android:scheme="https"', 'android:scheme="http"', 'nur über https'],
  [androidManifest, 'android:path="/kalender"', 'android:path="/admin"', 'Die Pfade der Links'],
  [androidManifest, 'android:path="/callback"', 'android:pathPrefix="/"', 'Das eigene Schema'],
  [`${rules}/data_extraction_rules.xml`, /<exclude domain="database".*\n/, '', 'data_extraction_rules'],
  [`${rules}/network_security_config.xml`, '"false"', '"true"', 'Unverschlüsselte'],
  ['native/package.json', '"@capacitor/share": "8', '"@capacitor/share": "7', '@capacitor/share'],
  ['web/package.json', '"@capacitor/app": "8', '"@capacitor/app": "7', 'verschiedene Versionen'],
  ['web/package.json', '"@capacitor/app"', '"@capacitor/camera": "8.0.0", "@capacitor/app"', '@capacitor/camera fehlt'],
  [swift, /.*CapacitorShare", path.*\n/, '', '@capacitor/share'],
  [xcodeProject, 'DEPLOYMENT_TARGET = 16.4', 'DEPLOYMENT_TARGET = 15.0', 'IPHONEOS_DEPLOYMENT_TARGET'],
  ['native/store/de-DE/name.txt', /$/m, ' für alle, die gucken', 'name.txt ist zu lang'],
  ['native/store/de-DE/description.txt', /[\s\S]*/, '', 'description.txt fehlt'],
  ['native/store/de-DE/keywords.txt', /$/m, ',promis,fernsehen', 'keywords.txt ist zu lang'],
  [androidManifest, '"@mipmap/ic_launcher"', '"@mipmap/ic_gone"', '@mipmap/ic_gone gibt es nicht'],
  [androidManifest, '"@xml/file_paths"', '"@xml/paths"', '@xml/paths gibt es nicht'],
  [
    'native/android/app/src/main/res/values/styles.xml',
    '@color/background',
    '@color/gone',
    '@color/gone gibt es nicht',
  ],
  [swift, '.v16', '.v15', 'nennt ein anderes iOS'],
  [gradle, 'minSdkVersion = 26', 'minSdkVersion = 24', 'minSdkVersion'],
  ['native/pages/webview.html', /[\s\S]*/, '', 'alte WebView'],
  [swift, /exact: "[^"]+"/, 'exact: "7.0.0"', 'Package.swift nennt nicht'],
]

test.each(breaks)('%s: %s → %s', (file, from, to, word) => {
  const text = textOf(disk, file)
  const broken = text.replace(from, to)
  expect(broken).not.toBe(text)
  expect(errors(treeWith({ [file]: broken })).join('\n')).toContain(word)
})

test.each([
  ['native/ios/App/App/Secrets.swift', `let key = "sb_secret_${'geheim'}"`],
  [`${webBuild}/assets/a.js`, `const k="${key('{"alg":"HS256"}')}.${key('{"role":"service_role"}')}.abc"`],
  ['native/android/app/release.txt', `-----BEGIN ${'PRIVATE KEY'}-----\nMIIEvQIBADANBg`],
  ['native/android/app/build2.gradle', `storePassword "${'geheim'}"`],
  [`${webBuild}/config.json`, `{"databaseUrl":"postgres://hot:${'geheim'}@db/hot"}`],
  ['native/.env', ''],
  ['native/.env.production', ''],
  ['native/android/app/upload.keystore', ''],
  ['native/ios/AuthKey_A1.p8', ''],
])('a secret in %s is found and not repeated', (file, text) => {
  const found = errors(treeWith({ [file]: text }))
  expect(found).toHaveLength(1)
  expect(found[0]).toContain(file)
  expect(found[0]).not.toMatch(/geheim(?!er)/)
})

test('an icon that can be seen through is reported', () => {
  const icon = 'native/ios/App/App/Assets.xcassets/AppIcon.appiconset/icon.png'
  const tree = treeWith({})
  const png = Buffer.from(tree.bytes(icon) ?? '')
  // The colour type of the header: with alpha.
  png[25] = 6
  expect(errors({ ...tree, bytes: (file) => (file === icon ? png : tree.bytes(file)) })).toEqual([
    expect.stringContaining('icon.png ist durchsichtig'),
  ])
})

test('a public key is allowed', () => {
  const text = `sb_publishable_abc ${key('{"alg":"HS256"}')}.${key('{"role":"anon"}')}.abc`
  expect(errors(treeWith({ [`${webBuild}/config.json`]: text }))).toEqual([])
})

test.each([
  ['allowNavigation', { ...shell, server: { ...shell.server, allowNavigation: ['*'] } }],
  ['server.url', { ...shell, server: { ...shell.server, url: 'https://evil.example' } }],
  ['Unverschlüsselte', { ...shell, server: { ...shell.server, cleartext: true } }],
  ['minWebViewVersion', { ...shell, android: { ...shell.android, minWebViewVersion: 60 } }],
  ['errorPath', { ...shell, server: { ...shell.server, errorPath: 'index.html' } }],
  ['hineinsehen', { ...shell, android: { ...shell.android, webContentsDebuggingEnabled: true } }],
])('a shell that allows too much is reported: %s', (word, open) =>
  expect(errors(treeWith({}), open).join()).toContain(word),
)

const built = (overrides: Record<string, string> = {}) => {
  const files = {
    'index.html': withPolicy('<html><head></head><p>', config),
    'config.json': shellConfig(config, treeWith({})),
    'assets/a.js': 'a()',
  }
  const copied = [webBuild, ...webCopies].flatMap((folder) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const),
  )
  return treeWith({
    ...Object.fromEntries(copied),
    [`${webCopies[0]}/cordova.js`]: '',
    [stampFile]: 'now',
    ...overrides,
  })
}

test('a build of the current sources in both projects is accepted; a missing one is only mentioned', () => {
  expect(checkBuild(built(), config, 'now')).toEqual([])
  expect(checkBuild(treeWith({}), config, 'now').map(({ level }) => level)).toEqual(['warning'])
})

test.each([
  ['älter als die Quellen', built({ [stampFile]: 'before' })],
  ['public ist nicht der aktuelle', built({ [`${webCopies[0]}/assets/a.js`]: 'b()' })],
  ['public ist nicht der aktuelle', built({ [`${webCopies[1]}/assets/old.js`]: 'b()' })],
  ['config.json der App', built({ [`${webBuild}/config.json`]: '{}' })],
  ['Content-Security-Policy', built({ [`${webBuild}/index.html`]: '<html><head></head><p>' })],
  [
    'Content-Security-Policy',
    built({
      [`${webBuild}/index.html`]: withPolicy('<html><head></head><p>', {
        ...config,
        backendUrl: 'https://evil.example',
      }),
    }),
  ],
])('a stale build is reported: %s', (word, tree) => {
  const found = checkBuild(tree, config, 'now')
  expect(found.map(({ text }) => text).join('\n')).toContain(word)
  expect(found.every(({ level }) => level === 'error')).toBe(true)
})
