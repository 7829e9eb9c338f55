import fs from 'node:fs'
import path from 'node:path'
import type { AppBuild } from '@hot/domain/installation/served-apps'
import { z } from 'zod'
import { readVersion } from '../../server/settings/build-info.ts'
import { unknownNames } from '../../server/settings/names.ts'
import { readSiteData } from '../../server/settings/site-settings.ts'
import { googleServices, type Tree } from './tree.ts'

const file = path.resolve(import.meta.dirname, '../../native/app.config.json')

/** As the browser normalizes it. The apps only use encrypted connections. */
const origin = z
  .string()
  .refine((text) => text.startsWith('https://') && URL.canParse(text) && new URL(text).origin === text, {
    error: 'muss ein Ursprung wie https://example.org sein, ohne Pfad',
  })

/**
 * A reversed domain that is valid as an id at Apple and Google and as a URL scheme: no capitals, underscores or
 * dashes.
 */
const appId = z.string().regex(/^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/, 'muss wie de.example.hot aussehen')

const nativeConfig = z.strictObject({
  appId,
  /** Shown below the icon. */
  appName: z.string().min(1).max(30),
  /** Shown in the store. */
  version: z.string().regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/, 'muss wie 1.0.0 aussehen'),
  /** Increases with every upload to a store. */
  build: z.int().min(1).max(2_100_000_000),
  /** The website: its links open the app, and shared addresses point to it. */
  siteUrl: origin,
  /** The backend: the website itself, or the Supabase project. */
  backendUrl: origin,
  /** Public key of the backend (in the website's `/config.json`); empty only before the first release. */
  publishableKey: z.string().refine((key) => !/^sb_secret_/.test(key), { error: 'ist ein geheimer Schlüssel' }),
  /**
   * The apps for which the server has push credentials (`HOT_APNS_…`, `HOT_FCM_SERVICE_ACCOUNT`); the others offer no
   * push.
   */
  push: z.array(z.enum(['ios', 'android'])).default([]),
  /** The operator's `SITE_…` for the legal pages, as the web server reads them. */
  site: z.record(z.string(), z.string()),
})

export type NativeConfig = z.infer<typeof nativeConfig>

type Environment = Readonly<Record<string, string | undefined>>

/** Variables that override the file, for builds elsewhere. */
const variables = {
  HOT_APP_ID: 'appId',
  HOT_APP_NAME: 'appName',
  HOT_APP_VERSION: 'version',
  HOT_APP_BUILD: 'build',
  SITE_URL: 'siteUrl',
  HOT_BACKEND_URL: 'backendUrl',
  HOT_PUBLISHABLE_KEY: 'publishableKey',
  HOT_APP_PUSH: 'push',
} as const

function readAs(key: string, text: string): unknown {
  if (key === 'build') return Number(text)
  // `none` stands for an empty list, since an empty variable counts as unset.
  if (key === 'push') return text === 'none' ? [] : text.split(',').map((name) => name.trim())
  return text
}

function overrides(env: Environment): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, key]) => {
      const text = env[name]?.trim()
      return text ? [[key, readAs(key, text)]] : []
    }),
  )
}

/** The configuration of both projects. Throws one German line per wrong value. */
export function parseNativeConfig(json: unknown, env: Environment = {}): NativeConfig {
  const base = z.record(z.string(), z.unknown()).parse(json)
  const site = Object.entries(env).filter(([name]) => name.startsWith('SITE_') && name !== 'SITE_URL')
  const result = nativeConfig.safeParse({
    ...base,
    ...overrides(env),
    site: { ...z.record(z.string(), z.string()).parse(base.site ?? {}), ...Object.fromEntries(site) },
  })
  if (!result.success)
    throw new Error(result.error.issues.map(({ path: at, message }) => `${at.join('.')}: ${message}`).join('\n'))
  const problems = [...unknownNames(result.data.site), ...readSiteData(result.data.site).problems]
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return result.data
}

/** Reads `native/app.config.json` and the environment. Throws as `parseNativeConfig` does. */
export const readNativeConfig = (env: Environment = process.env): NativeConfig =>
  parseNativeConfig(JSON.parse(fs.readFileSync(file, 'utf8')), env)

const note = 'Made of native/app.config.json by `npm run native:sync`.'

/** `//` would begin a comment in Xcode's format. */
const xcode = (text: string) => text.replaceAll('//', '/$()/')

/** Xcode's settings of the app: the only place in the project with ids, name and version. */
const xcconfig = ({ appId, appName, version, build, siteUrl }: NativeConfig) => `// ${note}
PRODUCT_BUNDLE_IDENTIFIER = ${appId}
HOT_APP_NAME = ${xcode(appName)}
HOT_SITE_HOST = ${new URL(siteUrl).host}
MARKETING_VERSION = ${version}
CURRENT_PROJECT_VERSION = ${build}
`

/** The same for Gradle. */
const properties = ({ appId, appName, version, build, siteUrl }: NativeConfig) => `# ${note}
appId=${appId}
appName=${appName.replaceAll('\\', '\\\\')}
siteHost=${new URL(siteUrl).host}
version=${version}
build=${build}
`

/** Generated files of both projects, below `native/`. Committed, and checked by the doctor. */
export const projectFiles = (config: NativeConfig): Readonly<Record<string, string>> => ({
  'ios/app.xcconfig': xcconfig(config),
  'android/app.properties': properties(config),
})

/**
 * The app's own `/config.json`: the same as the website serves under that path, for a shell
 * (web/src/lib/api/config/runtime-config.ts). Without Google's file in `tree` the Android app must not register for
 * push: its plugin would crash the app.
 */
export function shellConfig(
  { backendUrl, publishableKey, siteUrl, site, push, build }: NativeConfig,
  tree: Pick<Tree, 'bytes'>,
): string {
  const registering = push.filter((shell) => shell === 'ios' || tree.bytes(googleServices))
  return JSON.stringify({
    supabaseUrl: backendUrl,
    publishableKey,
    siteUrl,
    push: registering,
    site: readSiteData(site).site,
    // What it says of itself to a server that may not serve it any more.
    app: { version: readVersion(), build } satisfies AppBuild,
  })
}
