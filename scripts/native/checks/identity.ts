import { z } from 'zod'
import { type NativeConfig, projectFiles } from '../config.ts'
import {
  appGradle,
  doubtful,
  type Finding,
  infoPlist,
  readPlist,
  type Tree,
  textOf,
  unless,
  xcodeProject,
} from '../tree.ts'

const copies = ['native/ios/App/App/capacitor.config.json', 'native/android/app/src/main/assets/capacitor.config.json']

/** Build settings that would override ios/app.xcconfig. */
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

/** Name, ids and version come from one file, and everything generated from it is up to date. */
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
      [
        gradle.includes('androidx.activity:activity:$androidxActivityVersion'),
        'build.gradle: androidx.activity fehlt, das MainActivity aufruft.',
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

const packages = z.object({
  dependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
})
const manifest = z.object({ version: z.string() })

const read = <Data>(schema: z.ZodType<Data>, tree: Tree, file: string) =>
  schema.parse(JSON.parse(textOf(tree, file) || '{}'))
const major = (version: string | undefined) => version?.split('.')[0]
/** Parts of Capacitor itself; everything else is a plugin. */
const own = ['@capacitor/core', '@capacitor/cli', '@capacitor/ios', '@capacitor/android']
/** The name both projects use for it. */
const gradleName = (plugin: string) => plugin.replace('@', '').replace('/', '-')

/**
 * Every part of Capacitor has the same major version in both workspaces, in the lock file, in what is installed and
 * in both projects.
 */
export function checkVersions(tree: Tree): Finding[] {
  const native = read(packages, tree, 'native/package.json')
  const web = read(packages, tree, 'web/package.json').dependencies
  const locked = lockedVersions(tree)
  const wanted = Object.entries({ ...native.dependencies, ...native.devDependencies }).filter(([name]) =>
    name.startsWith('@capacitor/'),
  )
  const core = native.dependencies['@capacitor/core']
  const inWeb = Object.keys(web).filter((name) => name.startsWith('@capacitor/'))
  const swift = textOf(tree, 'native/ios/App/CapApp-SPM/Package.swift')
  const gradle = textOf(tree, 'native/android/capacitor.settings.gradle')
  const used = textOf(tree, 'native/android/app/capacitor.build.gradle')
  const plugins = wanted.filter(([name]) => !own.includes(name))
  return unless([
    [wanted.length > own.length, 'native/package.json nennt keine Plugins.'],
    ...wanted.flatMap(([name, version]) => [
      [major(version) === major(core), `${name} ${version} passt nicht zu @capacitor/core ${core}.`] as const,
      [
        !web[name] || web[name] === version,
        `${name}: native/package.json und web/package.json nennen verschiedene Versionen.`,
      ] as const,
      [
        locked[`node_modules/${name}`]?.version === version,
        `${name}: package-lock.json nennt eine andere Version als ${version}.`,
      ] as const,
      [installed(tree, name) === version, `${name} ${version} ist nicht installiert: npm ci.`] as const,
    ]),
    ...inWeb.map(
      (name) => [wanted.some(([known]) => known === name), `${name} fehlt in native/package.json.`] as const,
    ),
    ...own
      .slice(2)
      .map((name) => [native.dependencies[name] === core, `${name} und @capacitor/core müssen gleich sein.`] as const),
    [
      swift.includes(`capacitor-swift-pm.git", exact: "${core}"`),
      `CapApp-SPM/Package.swift nennt nicht Capacitor ${core}: npm run native:sync.`,
    ],
    ...plugins.flatMap(([name]) => [
      [
        swift.includes(`node_modules/${name}"`),
        `CapApp-SPM/Package.swift kennt ${name} nicht: npm run native:sync.`,
      ] as const,
      [
        gradle.includes(`node_modules/${name}/android'`) && used.includes(`':${gradleName(name)}'`),
        `Das Android-Projekt kennt ${name} nicht: npm run native:sync.`,
      ] as const,
    ]),
  ])
}

/** Hundreds of packages, of which only a few are needed: read without validating them all. */
function lockedVersions(tree: Tree): Record<string, { version?: string }> {
  return (
    (JSON.parse(textOf(tree, 'package-lock.json') || '{}') as { packages?: Record<string, { version?: string }> })
      .packages ?? {}
  )
}

function installed(tree: Tree, name: string): string | undefined {
  const found = manifest.safeParse(JSON.parse(textOf(tree, `node_modules/${name}/package.json`) || '{}'))
  return found.data?.version
}
