import { isMailAddress, legalFieldNames, legalFields } from '@hot/domain/settings/legal-fields'
import { type Environment, listOf } from './environment.ts'

/** The operator data in `SITE_*`. Everything here is published: legal pages, footer, `security.txt`, `/config.json`. */
const siteFields = {
  ...Object.fromEntries(legalFieldNames.map((name) => [`SITE_${name.toUpperCase()}`, legalFields[name]])),
  SITE_SECURITY_CONTACT: 'E-Mail oder Formular für gefundene Sicherheitslücken',
  SITE_INSTAGRAM_URL: 'Instagram',
  SITE_TIKTOK_URL: 'TikTok',
  SITE_YOUTUBE_URL: 'YouTube',
  SITE_X_URL: 'X',
  SITE_THREADS_URL: 'Threads',
  SITE_DISCORD_URL: 'Discord',
  SITE_APP_STORE_URL: 'App Store',
  SITE_PLAY_STORE_URL: 'Google Play',
}

/** Every variable that begins with `SITE_`. */
export const siteVariables: readonly string[] = ['SITE_URL', ...Object.keys(siteFields)]
const ownVariables = new Set(siteVariables)
const isWebAddress = (value: string) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

function problemWith(name: string, value: string): string | undefined {
  if (/[<>\p{Cc}]/u.test(value)) return `${name} darf keine spitzen Klammern und keine Steuerzeichen enthalten.`
  if (name.endsWith('_URL') && !isWebAddress(value)) return `${name} muss eine Adresse mit http(s):// sein: »${value}«.`
  if (name === 'SITE_SECURITY_CONTACT' && !isMailAddress(value) && !(isWebAddress(value) && value.startsWith('https:')))
    return `${name} muss eine E-Mail-Adresse oder eine Adresse mit https:// sein: »${value}«.`
  if (name.endsWith('EMAIL') && !isMailAddress(value)) return `${name} ist keine E-Mail-Adresse: »${value}«.`
  return undefined
}

/**
 * Reads `SITE_*`, by keys as the app uses them: `SITE_VAT_ID` → `vat_id`. Empty variables count as missing; unknown ones
 * are told by `unknownNames`.
 */
export function readSiteData(env: Environment): { site: Record<string, string>; problems: string[] } {
  const given = Object.entries(env).flatMap(([name, value]) =>
    ownVariables.has(name) && value?.trim() ? [[name, value.trim()] as const] : [],
  )
  const problems = given.flatMap(([name, value]) => problemWith(name, value) ?? [])
  const published = given.filter(([name]) => name !== 'SITE_URL')
  return {
    site: Object.fromEntries(published.map(([name, value]) => [name.slice('SITE_'.length).toLowerCase(), value])),
    problems,
  }
}

/** Whether the operator reserves texts and pictures against text and data mining (Section 44b (3) UrhG). */
export type TextMining = 'reserved' | 'allowed'

/** The apps that may open the site's links; empty lists: none yet. */
export type AppLinkSettings = {
  /** `TEAMID.bundle.id` of each iOS app. */
  iosAppIds: readonly string[]
  androidPackage?: string
  /** SHA-256 of the signing certificates, in pairs with colons. */
  androidFingerprints: readonly string[]
  /** Uploads before this one are served no more. */
  leastBuild?: number
  /** The upload that the stores offer. */
  newestBuild?: number
}

const iosAppId = /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+){2,}$/
const packageName = /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/
const fingerprint = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/

/** The numbers of uploads, as `build` in native/app.config.json. */
function readBuilds(env: Environment) {
  const given = (name: string) => env[name]?.trim() || undefined
  const names = ['HOT_APP_LEAST_BUILD', 'HOT_APP_NEWEST_BUILD'] as const
  const problems = names.flatMap((name) =>
    /^\d{1,10}$/.test(given(name) ?? '0') ? [] : [`${name} muss eine Build-Nummer der App sein: »${given(name)}«.`],
  )
  const [least, newest] = names.map((name) => (given(name) ? Number(given(name)) : undefined))
  if (least !== undefined && newest !== undefined && least > newest)
    problems.push(
      'HOT_APP_LEAST_BUILD darf nicht höher sein als HOT_APP_NEWEST_BUILD: Dann würde keine App mehr bedient.',
    )
  return {
    builds: { ...(least !== undefined && { leastBuild: least }), ...(newest !== undefined && { newestBuild: newest }) },
    problems,
  }
}

/** Reads what is said of the apps; one German line for each mistake. */
export function readAppLinkSettings(env: Environment): AppLinkSettings & { problems: string[] } {
  const iosAppIds = listOf(env.HOT_IOS_APP_IDS)
  const androidPackage = env.HOT_ANDROID_PACKAGE?.trim() || undefined
  const androidFingerprints = listOf(env.HOT_ANDROID_FINGERPRINTS).map((text) => text.toUpperCase())
  const { builds, problems: ofBuilds } = readBuilds(env)
  const problems = [
    ...ofBuilds,
    ...iosAppIds
      .filter((id) => !iosAppId.test(id))
      .map((id) => `HOT_IOS_APP_IDS: »${id}« muss die Team-ID und die App-ID nennen, etwa A1B2C3D4E5.de.example.hot.`),
    ...androidFingerprints
      .filter((text) => !fingerprint.test(text))
      .map(
        (text) => `HOT_ANDROID_FINGERPRINTS: »${text}« ist kein SHA-256-Fingerabdruck (32 Paare mit Doppelpunkten).`,
      ),
  ]
  if (androidPackage && !packageName.test(androidPackage))
    problems.push(`HOT_ANDROID_PACKAGE: »${androidPackage}« ist keine App-ID wie de.example.hot.`)
  if (Boolean(androidPackage) !== androidFingerprints.length > 0)
    problems.push('HOT_ANDROID_PACKAGE und HOT_ANDROID_FINGERPRINTS gehören zusammen: Eine der beiden Variablen fehlt.')
  return { iosAppIds, ...(androidPackage ? { androidPackage } : {}), androidFingerprints, ...builds, problems }
}
