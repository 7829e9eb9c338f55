import { isAtLeast } from '@hot/embedded/database/migrate'
import { parse, stringify, type TomlTable, type TomlValue } from 'smol-toml'
import { readOrigin } from '../../server/settings/backend-settings.ts'
import { type Environment, listOf, valuesOf } from '../../server/settings/environment.ts'
import { readMessageSettings, readSignInProviders } from '../../server/settings/sign-in-settings.ts'

/** What an operator's project has beyond `supabase/config.toml`. */
export type Project = {
  /** The project's id, 20 letters: the first part of its address. */
  ref: string
  /** Merged over the file's tables. Secrets are references to the environment, `env(NAME)`. */
  overrides: TomlTable
  /** Those secrets by name, for the CLI's environment. */
  secrets: Record<string, string>
  extraMailDomains: readonly string[]
}

/** Older versions push subjects without the mails (https://github.com/supabase/cli/issues/5684), or cannot run SQL on a project. */
const LEAST_CLI = '2.113.0'

/** The German line about the version that `supabase --version` printed, or undefined when it is new enough. */
export const cliProblem = (version: string): string | undefined =>
  isAtLeast(version, LEAST_CLI)
    ? undefined
    : `Die Supabase-CLI ist zu alt (${version}): HoT braucht mindestens ${LEAST_CLI}.`

const MISSING = {
  ref: 'Welches Projekt? So geht es: npm run supabase:push -- PROJEKT-ID (der erste Teil von https://PROJEKT-ID.supabase.co), zum Ansehen mit --dry-run.',
  site: 'SITE_URL fehlt: Dahin führen die Links in den Mails, etwa https://hot.example.',
  smtp: 'SMTP_URL fehlt: Supabase schickt ohne eigenen Mailserver nur an das Team des Projekts. So sieht sie aus: smtp://nutzer:passwort@rechner:587?from=HoT <hallo@example.org>',
  from: 'In SMTP_URL fehlt der Absender: …?from=HoT <hallo@example.org>',
  apple:
    'Ein Supabase-Projekt braucht für Apple das fertige Geheimnis: HOT_APPLE_CLIENT_SECRET statt HOT_APPLE_TEAM_ID, HOT_APPLE_KEY_ID und HOT_APPLE_PRIVATE_KEY.',
} as const

const SECRETS = {
  smtp: 'HOT_PUSH_SMTP_PASSWORD',
  google: 'HOT_PUSH_GOOGLE_SECRET',
  apple: 'HOT_PUSH_APPLE_SECRET',
  sms: 'HOT_PUSH_SMS_SECRET',
} as const

/** The mail server as `[auth.email.smtp]` has it, and its password; a German line when something is missing. */
function mailServer(smtpUrl: string | undefined): { table?: TomlTable; password: string; problem?: string } {
  if (!smtpUrl || !/^smtps?:\/\/[^/]/.test(smtpUrl) || !URL.canParse(smtpUrl))
    return { password: '', problem: MISSING.smtp }
  const url = new URL(smtpUrl)
  const from = /^\s*(?:"?(?<name>[^"<]*?)"?\s*<)?(?<address>[^\s<>@]+@[^\s<>@]+)>?\s*$/.exec(
    url.searchParams.get('from') ?? '',
  )
  if (!from?.groups?.address) return { password: '', problem: MISSING.from }
  return {
    password: decodeURIComponent(url.password),
    table: {
      enabled: true,
      host: url.hostname,
      port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
      user: decodeURIComponent(url.username),
      pass: `env(${SECRETS.smtp})`,
      admin_email: from.groups.address,
      sender_name: from.groups.name || 'HoT',
    },
  }
}

/** Reads the project from the variables that the server knows too. One German line for each one that is missing or wrong. */
export function readProject(ref: string | undefined, env: Environment): { project?: Project; problems: string[] } {
  const value = valuesOf(env)
  const problems: string[] = []
  const siteUrl = readOrigin('SITE_URL', value('SITE_URL'), problems)
  const { problems: wrongSignIn, oauth, appScheme, passkeys } = readSignInProviders(env)
  const { problems: wrongMessages, rates, smsHook } = readMessageSettings(env)
  const mail = mailServer(value('SMTP_URL'))
  problems.push(...wrongSignIn, ...wrongMessages, ...(mail.problem ? [mail.problem] : []))
  if (!ref || !/^[a-z]{20}$/.test(ref)) problems.unshift(MISSING.ref)
  if (!value('SITE_URL')) problems.push(MISSING.site)
  const appleSecret = oauth.apple && 'clientSecret' in oauth.apple ? oauth.apple.clientSecret : undefined
  if (oauth.apple && !appleSecret) problems.push(MISSING.apple)
  if (problems.length > 0 || !ref || !siteUrl || !mail.table) return { problems }

  const provider = (client: { clientId: string } | undefined, secret: string): TomlTable =>
    client ? { enabled: true, client_id: client.clientId, secret: `env(${secret})` } : { enabled: false }
  const sms = Boolean(smsHook)
  const overrides: TomlTable = {
    auth: {
      site_url: siteUrl,
      additional_redirect_urls: [`${siteUrl}/auth/callback`, ...(appScheme ? [`${appScheme}://oauth/callback`] : [])],
      rate_limit: { email_sent: rates?.mails?.times ?? 0 },
      email: { smtp: mail.table },
      webauthn: { rp_display_name: 'HoT', rp_id: passkeys.rpId ?? new URL(siteUrl).hostname, rp_origins: [siteUrl] },
      mfa: { phone: { enroll_enabled: sms, verify_enabled: sms } },
      ...(smsHook && { hook: { send_sms: { enabled: true, uri: smsHook.url, secrets: `env(${SECRETS.sms})` } } }),
      external: { google: provider(oauth.google, SECRETS.google), apple: provider(oauth.apple, SECRETS.apple) },
    },
  }
  const secrets = {
    [SECRETS.smtp]: mail.password,
    [SECRETS.google]: oauth.google?.clientSecret ?? '',
    [SECRETS.apple]: appleSecret ?? '',
    [SECRETS.sms]: smsHook?.secret ?? '',
  }
  return { problems, project: { ref, overrides, secrets, extraMailDomains: listOf(value('HOT_EXTRA_MAIL_DOMAINS')) } }
}

const isTable = (value: TomlValue | undefined): value is TomlTable =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date)

function merged(base: TomlTable, over: TomlTable): TomlTable {
  const tables = Object.entries(over).map(([key, value]): [string, TomlValue] => {
    const below = base[key]
    return [key, isTable(below) && isTable(value) ? merged(below, value) : value]
  })
  return { ...base, ...Object.fromEntries(tables) }
}

/** The text of `config.toml` for a project: the repository's, with the operator's values over it. */
export const projectConfig = (base: string, { overrides }: Project): string => stringify(merged(parse(base), overrides))
