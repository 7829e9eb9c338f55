import { createHash } from 'node:crypto'
import { siteVariables } from './site-settings.ts'

/** What a server reads besides `SITE_*`. `docs/operations/configure.md` explains each. */
const serverVariables = [
  'PORT',
  'HOST',
  'TRUSTED_PROXIES',
  'SMTP_URL',
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_READ_URL',
  'SUPABASE_URL',
  'SUPABASE_PUBLISHABLE_KEY',
  'SUPABASE_SECRET_KEY',
  'METRICS_PORT',
  'METRICS_HOST',
  'SENTRY_DSN',
  'HOT_ANDROID_FINGERPRINTS',
  'HOT_ANDROID_PACKAGE',
  'HOT_APNS_KEY',
  'HOT_APNS_KEY_ID',
  'HOT_APNS_TEAM_ID',
  'HOT_APNS_TOPIC',
  'HOT_APPLE_CLIENT_ID',
  'HOT_APPLE_CLIENT_SECRET',
  'HOT_APPLE_ISSUER',
  'HOT_APPLE_KEY_ID',
  'HOT_APPLE_PRIVATE_KEY',
  'HOT_APPLE_TEAM_ID',
  'HOT_APP_LEAST_BUILD',
  'HOT_APP_NEWEST_BUILD',
  'HOT_APP_SCHEME',
  'HOT_BACKUP_DIR',
  'HOT_BACKUP_EVERY',
  'HOT_BACKUP_HOOK',
  'HOT_BACKUP_HOOK_MINUTES',
  'HOT_BACKUP_KEEP',
  'HOT_BACKUP_RECIPIENT',
  'HOT_BACKUP_REHEARSE',
  'HOT_BACKUP_S3_BUCKET',
  'HOT_BACKUP_S3_ENDPOINT',
  'HOT_BACKUP_S3_FOLDER',
  'HOT_BACKUP_S3_KEEP',
  'HOT_BACKUP_S3_KEY',
  'HOT_BACKUP_S3_PATH_STYLE',
  'HOT_BACKUP_S3_REGION',
  'HOT_BACKUP_S3_SECRET',
  'HOT_CDN',
  'HOT_CDN_PURGE_BY',
  'HOT_CDN_PURGE_TOKEN',
  'HOT_CDN_PURGE_URL',
  'HOT_CLASSIFIER_TOKEN',
  'HOT_CLASSIFIER_URL',
  'HOT_CLOSED_TEST',
  'HOT_DATA_DIR',
  'HOT_DEMO',
  'HOT_DRAIN_SECONDS',
  'HOT_EXTRA_MAIL_DOMAINS',
  'HOT_FCM_SERVICE_ACCOUNT',
  'HOT_GOOGLE_CLIENT_ID',
  'HOT_GOOGLE_CLIENT_SECRET',
  'HOT_GOOGLE_ISSUER',
  'HOT_IOS_APP_IDS',
  'HOT_LOG',
  'HOT_MAILS_PER_HOUR',
  'HOT_NETWORK_FACTOR',
  'HOT_PASSKEY_RP_ID',
  'HOT_PREVIEW_HOSTS',
  'HOT_S3_BUCKET',
  'HOT_S3_ENDPOINT',
  'HOT_S3_KEY',
  'HOT_S3_PATH_STYLE',
  'HOT_S3_REGION',
  'HOT_S3_SECRET',
  'HOT_SENTRY_DSN',
  'HOT_SENTRY_SETUP',
  'HOT_SERVICE_WORKER',
  'HOT_SMS_HOOK_SECRET',
  'HOT_SMS_HOOK_URL',
  'HOT_TEXT_MINING',
  'HOT_VAPID_PRIVATE_KEY',
  'HOT_VAPID_PUBLIC_KEY',
  'HOT_VAPID_SUBJECT',
] as const

/** What other tools of HoT read, from the same shell perhaps: the apps' builds, `supabase:push`, test suites. */
const toolVariables: ReadonlySet<string> = new Set([
  'HOT_ANDROID_KEYSTORE',
  'HOT_ANDROID_KEYSTORE_PASSWORD',
  'HOT_ANDROID_KEY_ALIAS',
  'HOT_ANDROID_KEY_PASSWORD',
  'HOT_APP_BUILD',
  'HOT_APP_ID',
  'HOT_APP_NAME',
  'HOT_APP_PUSH',
  'HOT_APP_VERSION',
  'HOT_BACKEND_URL',
  'HOT_OUTCOME',
  'HOT_PUBLISHABLE_KEY',
  'HOT_SHELL',
  'HOT_SITE_HOST',
])
const toolPrefixes = ['HOT_E2E_', 'HOT_TEST_', 'HOT_PUSH_'] as const

/** Every setting of a server. Only these may begin with `HOT_` or `SITE_`. */
export const settingNames: readonly string[] = [...serverVariables, ...siteVariables]
const known: ReadonlySet<string> = new Set(settingNames)

const isOfTools = (name: string) => toolVariables.has(name) || toolPrefixes.some((prefix) => name.startsWith(prefix))

/** How many letters have to be added, removed or replaced to make one word of the other (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** More letters than this apart is another word. */
const farthestTypo = 4

/** The setting that a mistyped name most probably means; undefined: none is near. */
function nearestName(name: string, farthest = farthestTypo): string | undefined {
  const near = settingNames
    .map((candidate) => ({ candidate, apart: distanceOf(name.toUpperCase(), candidate) }))
    .filter(({ apart }) => apart <= farthest)
    .toSorted((a, b) => a.apart - b.apart)
  return near[0]?.candidate
}

/**
 * A line for each variable that begins as HoT's do and that HoT does not know: a typo would otherwise leave backups
 * unencrypted or a gap in the legal notice, without a word.
 */
export function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const unknown = Object.keys(env).filter(
    (name) => /^(HOT|SITE)_/.test(name) && env[name]?.trim() && !known.has(name) && !isOfTools(name),
  )
  return unknown.map((name) => {
    const meant = nearestName(name)
    return meant
      ? `${name} kennt HoT nicht. Meinst du ${meant}?`
      : `${name} kennt HoT nicht. Lass die Variable weg; alle Einstellungen stehen in docs/operations/configure.md.`
  })
}

/** Beginnings that other programs use too: a name with one is never refused, but doubted when it looks like ours. */
const sharedBeginning = /^(SMTP|DATABASE|SUPABASE|METRICS|SENTRY|TRUSTED|SITE|HOT)/
const nearestTypo = 2

/**
 * The setting whose name was slipped in at its beginning (`SMPT_URL`). Of all variables of a machine most are not ours: only one letter
 * more, less or other, or two exchanged, in a long name with the same first letter.
 */
function slippedName(name: string): string | undefined {
  const lettersOf = (word: string) => Array.from(word).toSorted().join('')
  return settingNames.find((candidate) => {
    if (candidate.length < 8 || candidate[0] !== name[0]) return false
    const apart = distanceOf(name, candidate)
    return apart === 1 || (apart === 2 && lettersOf(name) === lettersOf(candidate))
  })
}

/** Variables of other beginnings that look like a mistyped setting, with that setting. */
export const doubtfulNames = (env: Readonly<Record<string, string | undefined>>): { name: string; meant: string }[] =>
  Object.keys(env).flatMap((name) => {
    if (/^(HOT|SITE)_/.test(name) || known.has(name) || !env[name]?.trim()) return []
    const meant = sharedBeginning.test(name) ? nearestName(name, nearestTypo) : slippedName(name)
    // Somebody who sets both knows both.
    return meant && !env[meant]?.trim() ? [{ name, meant }] : []
  })

/** What a command beside the server need not have: neither says how the installation is set up. */
const ownOfProcess: ReadonlySet<string> = new Set(['PORT', 'HOT_LOG', 'HOT_DEMO'])
const compared = [...settingNames.filter((name) => !ownOfProcess.has(name)), 'NODE_EXTRA_CA_CERTS']

/** The settings of a process as hashes by name, so that another can compare its own with them. */
export const settingHashes = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    compared.flatMap((name) => {
      const value = env[name]?.trim()
      return value ? [[name, createHash('sha256').update(value).digest('base64url')]] : []
    }),
  )

/** The settings that differ between a process and one that told its hashes. */
export function differingNames(
  env: Readonly<Record<string, string | undefined>>,
  told: Readonly<Record<string, string>>,
) {
  const mine = settingHashes(env)
  return compared.filter((name) => mine[name] !== told[name])
}
