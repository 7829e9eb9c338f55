import { isIP } from 'node:net'
import { isPrivateUrl } from '@hot/embedded/wire/networks'
import type { ClassifierOptions } from '../classifier/classifier.ts'
import { usualHosts } from '../previews/link-previews.ts'
import type { PushOptions } from '../push/push-queue.ts'
import { namesLoopback, proxyNetworks } from '../wire/client-address.ts'
import { type BackendSettings, readBackendSettings, readOrigin } from './backend-settings.ts'
import { type BackupSettings, readBackupSettings } from './backup-settings.ts'
import { type CdnSettings, readCdnSettings } from './cdn-settings.ts'
import { dataDirOf, type Environment, listOf, valuesOf } from './environment.ts'
import { type FileSettings, readFileSettings } from './file-settings.ts'
import { type MonitoringSettings, readMonitoringSettings } from './monitoring-settings.ts'
import { unknownNames } from './names.ts'
import { readPushSettings } from './push-settings.ts'
import {
  type MessageSettings,
  readMessageSettings,
  readSignInProviders,
  type SignInProviders,
} from './sign-in-settings.ts'
import { type AppLinkSettings, readAppLinkSettings, readSiteData, type TextMining } from './site-settings.ts'

/** Configuration of this process, read once from the environment. */
export type Settings = BackendSettings &
  CdnSettings & {
    /** The bucket for pictures, if they are in one. */
    files: FileSettings
    port: number
    host: string
    dataDir: string
    /** How long `/health` answers 503 after SIGTERM before the server stops. */
    drainSeconds: number
    /** `auto`: when the database is empty and embedded, and the site is not public. */
    demo: 'auto' | 'on' | 'off'
    /** False: `/sw.js` retires existing service workers. */
    worker: boolean
    smtpUrl?: string
    /** Addresses and networks (`10.0.0.0/8`) of proxies whose forwarding headers are trusted. */
    trustedProxies: string[]
    extraMailDomains: string[]
    /** Sites whose headlines are shown behind links; none: no links are read. */
    previewHosts: readonly string[]
    /** The operator's classifier; none: words and rules decide alone. */
    classifier?: ClassifierOptions | undefined
    /** Google, Apple and the app's scheme, on the embedded backend. */
    signIn: SignInProviders
    monitoring: MonitoringSettings
    backup: BackupSettings
    /** Limits of mails, and the endpoint for text messages. */
    messages: MessageSettings
    /** Push notification services. */
    push: PushOptions
    /** The iOS and Android apps that open the site's links. */
    appLinks: AppLinkSettings
    textMining: TextMining
    /** Public origin without a trailing slash; undefined: derived from host and port. */
    siteUrl?: string
    site: Record<string, string>
  }

/** Invalid settings: one German line per wrong value. */
export class SettingsError extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.name = 'SettingsError'
    this.lines = lines
  }
}

const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i
const hostName = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i

type Read = {
  value: (name: string) => string | undefined
  /** Adds a line to the problems unless the condition holds. */
  check: (fine: boolean, line: string) => void
}

/** Where the process listens, how it stops, demo content and the service worker. */
function readProcess({ value, check }: Read): Pick<Settings, 'port' | 'host' | 'demo' | 'worker' | 'drainSeconds'> {
  const port = value('PORT') ?? '3000'
  check(/^\d{1,5}$/.test(port) && Number(port) <= 65_535, `PORT muss eine Zahl von 0 bis 65535 sein: »${port}«.`)
  const host = value('HOST') ?? '127.0.0.1'
  check(isIP(host) !== 0 || hostName.test(host), `HOST muss eine IP-Adresse oder ein Rechnername sein: »${host}«.`)

  const demo = value('HOT_DEMO')
  check(demo === undefined || demo === '0' || demo === '1', `HOT_DEMO muss 0 oder 1 sein: »${demo}«.`)

  const worker = value('HOT_SERVICE_WORKER') ?? 'on'
  check(worker === 'on' || worker === 'off', `HOT_SERVICE_WORKER muss on oder off sein: »${worker}«.`)

  const drainSeconds = value('HOT_DRAIN_SECONDS') ?? '0'
  check(
    /^\d{1,3}$/.test(drainSeconds) && Number(drainSeconds) <= 300,
    `HOT_DRAIN_SECONDS muss eine Zahl von 0 bis 300 sein: »${drainSeconds}«.`,
  )
  return {
    port: Number(port),
    host,
    demo: demo === undefined ? 'auto' : demo === '1' ? 'on' : 'off',
    worker: worker === 'on',
    drainSeconds: Number(drainSeconds),
  }
}

/** The mail server, the proxies in front, and allowed mail domains in addition to the fixed list. */
function readSurroundings({ value, check }: Read): Pick<Settings, 'smtpUrl' | 'trustedProxies' | 'extraMailDomains'> {
  const smtpUrl = value('SMTP_URL')
  check(
    !smtpUrl || (/^smtps?:\/\/[^/]/.test(smtpUrl) && URL.canParse(smtpUrl)),
    'SMTP_URL muss die Form smtp://nutzer:passwort@rechner:587 haben.',
  )

  const trustedProxies = listOf(value('TRUSTED_PROXIES')).flatMap((entry) => {
    const networks = proxyNetworks(entry)
    check(Boolean(networks), `TRUSTED_PROXIES: »${entry}« ist weder Adresse noch Netz (10.0.0.0/8) noch »loopback«.`)
    return networks ?? []
  })

  const extraMailDomains = listOf(value('HOT_EXTRA_MAIL_DOMAINS')).map((domain) => domain.toLowerCase())
  for (const domain of extraMailDomains)
    check(domainName.test(domain), `HOT_EXTRA_MAIL_DOMAINS: »${domain}« ist keine Domain.`)
  return { smtpUrl, trustedProxies, extraMailDomains }
}

/** Sites that this server reads headlines from: its own list, another one, or none (`off`). */
function readPreviewHosts({ value, check }: Read): readonly string[] {
  const given = value('HOT_PREVIEW_HOSTS')
  if (given === undefined) return usualHosts
  if (given === 'off') return []
  const hosts = listOf(given).map((host) => host.toLowerCase())
  for (const host of hosts)
    check(domainName.test(host), `HOT_PREVIEW_HOSTS: »${host}« ist keine Domain. Ohne Vorschau: off.`)
  return hosts
}

/** Whether machines may be trained with what people write here. */
function readTextMining({ value, check }: Read): TextMining {
  const given = value('HOT_TEXT_MINING') ?? 'reserved'
  check(given === 'reserved' || given === 'allowed', `HOT_TEXT_MINING muss reserved oder allowed sein: »${given}«.`)
  return given === 'allowed' ? 'allowed' : 'reserved'
}

/** The endpoint that reads posts about people before they are public. */
function readClassifier({ value, check }: Read): ClassifierOptions | undefined {
  const url = value('HOT_CLASSIFIER_URL')
  const token = value('HOT_CLASSIFIER_TOKEN')
  check(url !== undefined || token === undefined, 'HOT_CLASSIFIER_TOKEN ist ohne HOT_CLASSIFIER_URL ohne Wirkung.')
  if (url === undefined) return undefined
  check(
    isPrivateUrl(url),
    `HOT_CLASSIFIER_URL muss eine Adresse mit https sein (http nur auf diesem Rechner): »${url}«.`,
  )
  return { url, token }
}

/** Whether others reach the site: its address names another machine than this one. */
export const isPublicSite = ({ siteUrl }: Pick<Settings, 'siteUrl'>): boolean =>
  siteUrl !== undefined && !namesLoopback(new URL(siteUrl).host)

/** The public origin and the published operator data. */
function readSite(env: Environment, value: Read['value'], problems: string[]): Pick<Settings, 'site' | 'siteUrl'> {
  const { site, problems: found } = readSiteData(env)
  problems.push(...found)
  const isSaid = found.some((line) => line.startsWith('SITE_URL'))
  const given = value('SITE_URL')
  return { site, siteUrl: given && !isSaid ? readOrigin('SITE_URL', given, problems) : undefined }
}

/**
 * Reads and checks every variable. `isTerminal`: the log is read by a person at a terminal. Throws SettingsError, which
 * lists all wrong values.
 */
export function readSettings(env: Environment, isTerminal = false): Settings {
  const problems = unknownNames(env)
  const value = valuesOf(env)
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))
  /** The settings of a part; its errors are added to the problems. */
  const part = <Part extends { problems: string[] }>({ problems: found, ...settings }: Part) => {
    problems.push(...found)
    return settings
  }

  const process = readProcess({ value, check })
  const backend = part(readBackendSettings(env))
  const surroundings = readSurroundings({ value, check })
  const signIn = part(readSignInProviders(env))
  const { oauth, appScheme, passkeys } = signIn
  check(
    !backend.supabase || !(oauth.google || oauth.apple || appScheme || passkeys.rpId),
    'Mit SUPABASE_URL richtest du Google, Apple, Passkeys und die Adresse der App im Supabase-Projekt ein: Lass HOT_GOOGLE_…, HOT_APPLE_…, HOT_PASSKEY_RP_ID und HOT_APP_SCHEME weg.',
  )
  const settings = {
    ...process,
    dataDir: dataDirOf(env),
    ...backend,
    ...surroundings,
    previewHosts: readPreviewHosts({ value, check }),
    classifier: readClassifier({ value, check }),
    files: part(readFileSettings(env)),
    signIn,
    messages: part(readMessageSettings(env)),
    push: part(readPushSettings(env)),
    backup: part(readBackupSettings(env)),
    ...part(readCdnSettings(env)),
    appLinks: part(readAppLinkSettings(env)),
    textMining: readTextMining({ value, check }),
    monitoring: part(readMonitoringSettings(env, isTerminal)),
    ...readSite(env, value, problems),
  }
  if (problems.length > 0) throw new SettingsError(problems)
  return settings
}
