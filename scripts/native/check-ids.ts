import type { NativeConfig } from './config.ts'
import { projectFiles } from './generated.ts'
import { appGradle, doubtful, type Finding, infoPlist, type Tree, textOf, unless, xcodeProject } from './tree.ts'
import { readPlist } from './xml.ts'

const copies = ['native/ios/App/App/capacitor.config.json', 'native/android/app/src/main/assets/capacitor.config.json']

/** Build settings that would win over ios/app.xcconfig. */
const ownSettings = /\b(PRODUCT_BUNDLE_IDENTIFIER|MARKETING_VERSION|CURRENT_PROJECT_VERSION|HOT_[A-Z_]+) = /

function infoValues(tree: Tree) {
  const info = readPlist(tree, infoPlist)
  const expected = {
    CFBundleIdentifier: '$(PRODUCT_BUNDLE_IDENTIFIER)',
    CFBundleDisplayName: '$(HOT_APP_NAME)',
    CFBundleShortVersionString: '$(MARKETING_VERSION)',
    CFBundleVersion: '$(CURRENT_PROJECT_VERSION)',
    CFBundleDevelopmentRegion: 'de',
  }
  return Object.entries(expected).map(
    ([key, value]) => [info[key] === value, `Info.plist: ${key} muss ${value} sein.`] as const,
  )
}

/** Name, ids and version come from one file, and whatever was made of it is up to date. */
export function checkIds(tree: Tree, config: NativeConfig): Finding[] {
  const generated = Object.entries(projectFiles(config)).map(
    ([file, text]) =>
      [textOf(tree, `native/${file}`) === text, `native/${file} ist veraltet: npm run native:sync.`] as const,
  )
  const project = textOf(tree, xcodeProject)
  const gradle = textOf(tree, appGradle)
  const copied = copies
    .filter((file) => tree.bytes(file))
    .map(
      (file) =>
        [
          textOf(tree, file).includes(`"appId": "${config.appId}"`),
          `${file} trägt eine andere App-ID: npm run native:sync.`,
        ] as const,
    )
  const placeholders = /(^|\.)example(\.|$)/
  return [
    ...unless([
      ...generated,
      ...infoValues(tree),
      ...copied,
      [!ownSettings.test(project), 'project.pbxproj überschreibt, was ios/app.xcconfig sagt (IDs oder Versionen).'],
      [
        (project.match(/baseConfigurationReference = /g) ?? []).length === 4,
        'project.pbxproj: Nicht jede Konfiguration liest ios/app.xcconfig.',
      ],
      ...['applicationId', 'versionCode', 'versionName'].map(
        (name) =>
          [
            new RegExp(`\\b${name} hot\\.getProperty`).test(gradle),
            `build.gradle: ${name} muss aus app.properties kommen.`,
          ] as const,
      ),
    ]),
    ...[config.appId, new URL(config.siteUrl).host]
      .filter((name) => placeholders.test(name))
      .map((name) => doubtful(`app.config.json: »${name}« ist nur ein Platzhalter.`)),
    ...(config.publishableKey
      ? []
      : [doubtful('app.config.json: publishableKey fehlt, die App erreicht keine Daten.')]),
    ...(Object.keys(config.site).length > 0
      ? []
      : [doubtful('app.config.json: site ist leer, das Impressum der App auch.')]),
  ]
}
