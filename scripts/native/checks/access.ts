import {
  androidManifest,
  attribute,
  elementsOf,
  type Finding,
  infoPlist,
  privacyManifest,
  readPlist,
  strings,
  type Tree,
  textOf,
  unless,
  webBuild,
  wrong,
  xcodeProject,
} from '../tree.ts'

const prefix = 'android.permission.'
/** Android permissions and their reasons: pages; haptics; the offline notice; push notifications. */
const permissions = ['INTERNET', 'VIBRATE', 'ACCESS_NETWORK_STATE', 'POST_NOTIFICATIONS']

/**
 * The iOS permission prompts and their wording: the file picker offers the camera; a long press on a picture offers to save
 * it, and ends an app that does not say why.
 */
const usages = ['NSCameraUsageDescription', 'NSPhotoLibraryAddUsageDescription']

function androidPermissions(tree: Tree): Finding[] {
  const plugins = Object.keys(
    (JSON.parse(textOf(tree, 'native/package.json') || '{}') as { dependencies?: Record<string, string> })
      .dependencies ?? {},
  )
  const manifests = [
    androidManifest,
    ...plugins.map((name) => `node_modules/${name}/android/src/main/AndroidManifest.xml`),
  ]
  return manifests.flatMap((file) =>
    elementsOf(tree, file, 'uses-permission')
      .map((element) => attribute(element, 'name') ?? '')
      .filter((name) => !permissions.includes(name.replace(prefix, '')))
      .map((name) => wrong(`${file}: ${name} braucht die App nicht.`)),
  )
}

function androidGuards(tree: Tree): Finding[] {
  const [application] = elementsOf(tree, androidManifest, 'application')
  const is = (name: string, value: string) => attribute(application, name) === value
  const exported = ['activity', 'provider', 'service', 'receiver', 'activity-alias'].flatMap((kind) =>
    elementsOf(tree, androidManifest, kind).map((element) => [
      attribute(element, 'name'),
      attribute(element, 'exported'),
    ]),
  )
  const res = 'native/android/app/src/main/res/xml'
  const kept = ['root', 'file', 'database', 'sharedpref', 'external']
  const excluded = (file: string, folder: string) => {
    const [rules] = elementsOf(tree, `${res}/${file}`, folder)
    const domains = [...(rules?.getElementsByTagName('exclude') ?? [])].map((element) => element.getAttribute('domain'))
    return kept.every((domain) => domains.includes(domain))
  }
  const [base] = elementsOf(tree, `${res}/network_security_config.xml`, 'base-config')
  return unless([
    [
      is('allowBackup', 'false'),
      'AndroidManifest.xml: allowBackup muss false sein, sonst wandert die Sitzung in die Sicherung.',
    ],
    [
      is('dataExtractionRules', '@xml/data_extraction_rules') &&
        excluded('data_extraction_rules.xml', 'cloud-backup') &&
        excluded('data_extraction_rules.xml', 'device-transfer'),
      'data_extraction_rules.xml muss alles ausnehmen, für Cloud und Gerätewechsel.',
    ],
    [
      is('fullBackupContent', '@xml/backup_rules') && excluded('backup_rules.xml', 'full-backup-content'),
      'backup_rules.xml muss alles ausnehmen.',
    ],
    [
      is('usesCleartextTraffic', 'false') &&
        is('networkSecurityConfig', '@xml/network_security_config') &&
        base?.getAttribute('cleartextTrafficPermitted') === 'false',
      'AndroidManifest.xml: Unverschlüsselte Verbindungen müssen verboten sein.',
    ],
    [
      attribute(application, 'taskAffinity') === '',
      'AndroidManifest.xml: taskAffinity muss leer sein, sonst legt sich eine fremde App unter HoT (Android 10 und älter).',
    ],
    [
      exported.length > 0 && exported.every(([name, value]) => value === (name === '.MainActivity' ? 'true' : 'false')),
      'AndroidManifest.xml: Nur MainActivity darf von außen erreichbar sein (android:exported).',
    ],
  ])
}

function iosGuards(tree: Tree): Finding[] {
  const info = readPlist(tree, infoPlist)
  const asked = Object.keys(info).filter((key) => key.endsWith('UsageDescription'))
  return unless([
    ...asked.map((key) => [usages.includes(key), `Info.plist: ${key} braucht die App nicht.`] as const),
    ...usages.map(
      (key) =>
        [
          /\b(du|dein|deine|dich)\b/i.test(String(info[key] ?? '')),
          `Info.plist: ${key} muss auf Deutsch sagen, wozu.`,
        ] as const,
    ),
    [
      !('NSAppTransportSecurity' in info),
      'Info.plist: Für unverschlüsselte Verbindungen gibt es keinen Grund (NSAppTransportSecurity).',
    ],
    [
      textOf(tree, xcodeProject).includes('PrivacyInfo.xcprivacy in Resources'),
      'PrivacyInfo.xcprivacy ist nicht Teil der App.',
    ],
  ])
}

/** The shells request only the permissions they need, with German texts, and their storage stays private. */
export function checkPermissions(tree: Tree): Finding[] {
  return [...androidPermissions(tree), ...androidGuards(tree), ...iosGuards(tree)]
}

type Use = { linked: boolean; purposes: readonly string[] }

const forTheApp = { linked: true, purposes: ['AppFunctionality'] }

/**
 * Data that may leave the device, in Apple's categories; App Store Connect asks for the same. Includes data that
 * needs consent: the list must also be correct for people who consented.
 */
const collected: Readonly<Record<string, Use>> = {
  EmailAddress: forTheApp,
  // Of whoever reports something without an account, as they give it.
  Name: forTheApp,
  // Second factor by SMS.
  PhoneNumber: forTheApp,
  // Account id and nickname.
  UserID: forTheApp,
  // The address of push notifications, only after permission.
  DeviceID: forTheApp,
  // Posts, comments, votes, reports, the profile.
  OtherUserContent: forTheApp,
  PhotosorVideos: forTheApp,
  // With full consent only, linked to the member's id (docs/decisions/013-analytics.md).
  ProductInteraction: { linked: true, purposes: ['Analytics'] },
  PerformanceData: { linked: true, purposes: ['Analytics'] },
  // Error reports identify nobody (docs/decisions/015-monitoring.md).
  CrashData: { linked: false, purposes: ['AppFunctionality'] },
}

/** APIs called by plugins for which Apple requires a reason: stored settings; the file passed to the share sheet. */
const reasons: readonly (readonly [category: string, reason: string, what: string])[] = [
  ['UserDefaults', 'CA92.1', 'UserDefaults'],
  ['FileTimestamp', 'C617.1', 'Dateizeiten'],
]

const key = 'NSPrivacyCollectedDataType'
const listOf = (value: unknown): object[] => (Array.isArray(value) ? value.map(Object) : [])
const lineOf = (type: string, { linked, purposes }: Use) =>
  `${type} (${linked ? 'mit' : 'ohne'} Person; ${purposes.join(', ')})`

/** The privacy manifest states exactly which data the app collects and which restricted APIs it calls. */
export function checkPrivacy(tree: Tree): Finding[] {
  const privacy = readPlist(tree, privacyManifest)
  const said = listOf(privacy.NSPrivacyCollectedDataTypes).map((entry) =>
    lineOf(String(Reflect.get(entry, key)).replace(key, ''), {
      linked: Reflect.get(entry, `${key}Linked`) === true,
      purposes: strings(Reflect.get(entry, `${key}Purposes`)).map((name) => name.replace(`${key}Purpose`, '')),
    }),
  )
  const meant = Object.entries(collected).map(([type, use]) => lineOf(type, use))
  const apis = listOf(privacy.NSPrivacyAccessedAPITypes)
  const given = (category: string, reason: string) =>
    apis.some(
      (api) =>
        Reflect.get(api, 'NSPrivacyAccessedAPIType') === `NSPrivacyAccessedAPICategory${category}` &&
        strings(Reflect.get(api, 'NSPrivacyAccessedAPITypeReasons')).includes(reason),
    )
  return [
    ...meant
      .filter((line) => !said.includes(line))
      .map((line) => `PrivacyInfo.xcprivacy verschweigt, was die App erhebt: ${line}.`),
    ...said
      .filter((line) => !meant.includes(line))
      .map((line) => `PrivacyInfo.xcprivacy nennt, was die App nicht erhebt: ${line}.`),
    ...reasons
      .filter(([category, reason]) => !given(category, reason))
      .map(([, reason, what]) => `PrivacyInfo.xcprivacy muss ${what} begründen (${reason}).`),
    ...(privacy.NSPrivacyTracking === false
      ? []
      : ['PrivacyInfo.xcprivacy muss sagen, dass die App niemanden verfolgt.']),
  ].map(wrong)
}

/** Everything that ends up in an app or in the repository beside it. */
const folders = ['native', webBuild]

/** Files that contain secrets by their nature. */
const secretFiles = /(^|\/)(\.env(\.[\w.-]+)?|.+\.(jks|keystore|p8|p12|pem|mobileprovision)|service-account.*\.json)$/i
const unreadable = /\.(png|jpe?g|webp|woff2?|jar|ico|br|gz)$/i
const webToken = /\beyJ[\w-]{8,}\.(eyJ[\w-]{8,})\.[\w-]+/g

const patterns: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['ein geheimer Schlüssel von Supabase', /\bsb_secret_[A-Za-z0-9]/],
  ['ein privater Schlüssel', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\s*[A-Za-z0-9+/]/],
  ['ein Dienstkonto von Google', /"private_key_id"\s*:\s*"\w/],
  ['eine Datenbank mit Passwort', /\bpostgres(?:ql)?:\/\/[^\s:/@"'<>$]+:[^\s@"'<>$]+@/],
  ['ein Mailserver mit Passwort', /\bsmtps?:\/\/[^\s:/@"'<>$]+:[^\s@"'<>$]+@/],
  ['ein Passwort eines Schlüsselbunds', /\b(?:storePassword|keyPassword)\s*[= ]\s*["'][^"']+["']/],
]

/** A token of the service role; tokens of the anonymous role are allowed here. */
function holdsServiceRole(text: string): boolean {
  return [...text.matchAll(webToken)].some(([, payload = '']) =>
    Buffer.from(payload, 'base64url').toString('utf8').includes('"service_role"'),
  )
}

/** No key other than the public one, and no files of secrets. Never prints what it found. */
export function checkSecrets(tree: Tree): Finding[] {
  const files = folders
    .flatMap(tree.list)
    .filter((file) => !/(^|\/)(node_modules|build|\.gradle|DerivedData)\//.test(file))
  return files.flatMap((file) => {
    if (secretFiles.test(file)) return [wrong(`${file} gehört nicht hierher.`)]
    if (unreadable.test(file)) return []
    const text = tree.bytes(file)?.toString('utf8') ?? ''
    const found = patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name)
    if (holdsServiceRole(text)) found.push('ein Schlüssel der Rolle service_role')
    return found.map((name) => wrong(`${file} enthält ${name}.`))
  })
}
