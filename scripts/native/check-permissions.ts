import { androidManifest, type Finding, infoPlist, type Tree, textOf, unless, wrong, xcodeProject } from './tree.ts'
import { attribute, elementsOf, readPlist } from './xml.ts'

const prefix = 'android.permission.'
/** What the app may do, and why: pages; haptics; the notice that one is offline; pushed notifications. */
const permissions = ['INTERNET', 'VIBRATE', 'ACCESS_NETWORK_STATE', 'POST_NOTIFICATIONS']

/** What iOS asks people, and in which words: the file picker offers the camera. */
const usages = ['NSCameraUsageDescription']

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

/** The shells ask for what they need, in German, and keep to themselves what they store. */
export function checkPermissions(tree: Tree): Finding[] {
  return [...androidPermissions(tree), ...androidGuards(tree), ...iosGuards(tree)]
}
