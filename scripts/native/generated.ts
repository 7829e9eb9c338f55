import { readSiteData } from '../../server/settings/site-settings.ts'
import type { NativeConfig } from './config.ts'
import { googleServices, type Tree } from './tree.ts'

const note = 'Made of native/app.config.json by `npm run native:sync`.'

/** `//` would begin a comment in Xcode's format. */
const xcode = (text: string) => text.replaceAll('//', '/$()/')

/** Xcode's settings of the app: ids, name and version, and nothing else of the project says them. */
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

/** Files of both projects that follow from the configuration, below `native/`. Committed, and checked by the doctor. */
export const projectFiles = (config: NativeConfig): Readonly<Record<string, string>> => ({
  'ios/app.xcconfig': xcconfig(config),
  'android/app.properties': properties(config),
})

/**
 * `/config.json` beside the app: what the website says under that address, for a shell (web/src/lib/api/config/runtime-config.ts).
 * Without Google's file in `tree` the Android app may not register: its plugin would end the app.
 */
export function shellConfig(
  { backendUrl, publishableKey, siteUrl, site, push }: NativeConfig,
  tree: Pick<Tree, 'bytes'>,
): string {
  const registering = push.filter((shell) => shell === 'ios' || tree.bytes(googleServices))
  return JSON.stringify({
    supabaseUrl: backendUrl,
    publishableKey,
    siteUrl,
    push: registering,
    site: readSiteData(site).site,
  })
}
