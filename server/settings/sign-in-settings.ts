import type { BackendOptions } from '@hot/embedded'
import { networkRates } from '@hot/embedded/auth/limits'
import { type AppleOptions, isAppleKey, isIssuer, type OAuthOptions } from '@hot/embedded/auth/oauth/options'
import { isRpIdFor, type PasskeyOptions } from '@hot/embedded/auth/passkeys/relying-party'
import { isPrivateUrl } from '@hot/embedded/wire/networks'
import { mailShares } from '../mail/mail-outbox.ts'
import { type Environment, valuesOf } from './environment.ts'

/**
 * Limits of mails, and the endpoint for text messages. Those for accounts apply to the embedded backend only: a
 * Supabase project has its own settings. `outboxPerHour`: the site's own mails.
 */
export type MessageSettings = Pick<BackendOptions, 'smsHook' | 'rates'> & { outboxPerHour: number }

const mostMailsPerHour = 1_000_000
const mostNetworkFactor = 1000
/** GoTrue's default, and what mail servers of small providers allow. */
const USUAL_MAILS_PER_HOUR = 30

/** Reads the limits of sign-in and mails and the endpoint for text messages; one German line for each wrong value. */
export function readMessageSettings(env: Environment): MessageSettings & { problems: string[] } {
  const value = valuesOf(env)
  const problems: string[] = []

  const mails = value('HOT_MAILS_PER_HOUR')
  if (mails !== undefined && !(/^[1-9]\d*$/.test(mails) && Number(mails) <= mostMailsPerHour))
    problems.push(`HOT_MAILS_PER_HOUR muss eine Zahl von 1 bis ${mostMailsPerHour} sein: »${mails}«.`)

  const factor = value('HOT_NETWORK_FACTOR') ?? '1'
  if (!(/^[1-9]\d*$/.test(factor) && Number(factor) <= mostNetworkFactor))
    problems.push(`HOT_NETWORK_FACTOR muss eine Zahl von 1 bis ${mostNetworkFactor} sein: »${factor}«.`)

  const url = value('HOT_SMS_HOOK_URL')
  const secret = value('HOT_SMS_HOOK_SECRET')
  if (url && !isPrivateUrl(url))
    problems.push(`HOT_SMS_HOOK_URL muss eine Adresse mit https sein (http nur auf diesem Rechner): »${url}«.`)
  if (Boolean(url) !== Boolean(secret))
    problems.push('Für Codes per SMS braucht HoT HOT_SMS_HOOK_URL und HOT_SMS_HOOK_SECRET.')

  const shares = mailShares(mails === undefined ? USUAL_MAILS_PER_HOUR : Number(mails))
  return {
    problems,
    rates: { ...networkRates(Number(factor)), mails: { times: shares.accounts, seconds: 3600 } },
    outboxPerHour: shares.site,
    smsHook: url && secret ? { url, secret } : undefined,
  }
}

/** Sign-in providers and passkeys of the embedded backend. A Supabase project has its own settings for these. */
export type SignInProviders = { oauth: OAuthOptions; appScheme?: string; passkeys: PasskeyOptions }

type Found = SignInProviders & { problems: string[] }

const GOOGLE = ['HOT_GOOGLE_CLIENT_ID', 'HOT_GOOGLE_CLIENT_SECRET'] as const
const APPLE_KEY = ['HOT_APPLE_TEAM_ID', 'HOT_APPLE_KEY_ID', 'HOT_APPLE_PRIVATE_KEY'] as const
const APPLE_SECRET = 'HOT_APPLE_CLIENT_SECRET'

const both = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' und $1')
const missing = (provider: string, names: readonly string[]) =>
  `Für die Anmeldung mit ${provider} ${names.length > 1 ? 'fehlen' : 'fehlt'} ${both(names)}.`

/** `value` reads a variable, trimmed; an empty one counts as missing. `absent`: the missing ones of a list. */
function reader(env: Environment) {
  const value = valuesOf(env)
  return { value, absent: (names: readonly string[]) => names.filter((name) => !value(name)) }
}
type Reader = ReturnType<typeof reader>

function issuerProblem({ value }: Reader, name: string): string | undefined {
  const issuer = value(name)
  if (!issuer || isIssuer(issuer)) return undefined
  return `${name} muss eine Adresse mit https sein (http nur auf diesem Rechner): »${issuer}«.`
}

/** The German line about Google's settings, or undefined when they are complete or all missing. */
function googleProblem(read: Reader): string | undefined {
  const absent = read.absent(GOOGLE)
  if (absent.length === GOOGLE.length && !read.value('HOT_GOOGLE_ISSUER')) return undefined
  return absent.length > 0 ? missing('Google', absent) : issuerProblem(read, 'HOT_GOOGLE_ISSUER')
}

function appleProblem(read: Reader): string | undefined {
  const { value, absent } = read
  const noClient = absent(['HOT_APPLE_CLIENT_ID'])
  const noKey = absent(APPLE_KEY)
  const hasKey = noKey.length < APPLE_KEY.length
  const secret = value(APPLE_SECRET)
  if (noClient.length > 0 && !hasKey && !secret && !value('HOT_APPLE_ISSUER')) return undefined
  if (secret && hasKey)
    return `${APPLE_SECRET} und ${both(APPLE_KEY)} schließen einander aus: Nimm das fertige Geheimnis oder den Schlüssel.`
  if (!secret && !hasKey)
    return `Für die Anmeldung mit Apple fehlt ${both([...noClient, APPLE_SECRET])}, oder statt des Geheimnisses ${both(APPLE_KEY)}.`
  const absentNames = [...noClient, ...(secret ? [] : noKey)]
  if (absentNames.length > 0) return missing('Apple', absentNames)
  // The key is not printed, because this line is logged.
  if (!secret && !isAppleKey(value('HOT_APPLE_PRIVATE_KEY') ?? ''))
    return 'HOT_APPLE_PRIVATE_KEY muss der Inhalt der .p8-Datei von Apple sein (»-----BEGIN PRIVATE KEY-----« …).'
  return issuerProblem(read, 'HOT_APPLE_ISSUER')
}

function googleOptions({ value }: Reader): OAuthOptions['google'] {
  const [clientId, clientSecret] = GOOGLE.map(value)
  return clientId && clientSecret ? { clientId, clientSecret, issuer: value('HOT_GOOGLE_ISSUER') } : undefined
}

function appleOptions({ value }: Reader): AppleOptions | undefined {
  const clientId = value('HOT_APPLE_CLIENT_ID')
  const clientSecret = value(APPLE_SECRET)
  const [teamId, keyId, privateKey] = APPLE_KEY.map(value)
  if (!clientId) return undefined
  const client = { clientId, issuer: value('HOT_APPLE_ISSUER') }
  if (clientSecret) return { ...client, clientSecret }
  return teamId && keyId && privateKey ? { ...client, teamId, keyId, privateKey } : undefined
}

/** RFC 8252 §7.1: a reversed domain under the app's control, so that no other app or browser uses the scheme. */
const appSchemeForm = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+$/

/** The German line about HOT_PASSKEY_RP_ID: browsers accept the page's host or a parent domain of it. */
function rpIdProblem(rpId: string | undefined, siteUrl: string | undefined): string | undefined {
  if (!rpId) return undefined
  const host = siteUrl && URL.canParse(siteUrl) ? new URL(siteUrl).hostname : ''
  if (isRpIdFor(rpId, host)) return undefined
  return `HOT_PASSKEY_RP_ID muss die Domain aus SITE_URL oder eine übergeordnete sein, ohne https://: »${rpId}«.`
}

/** Reads Google, Apple, the native app's scheme and passkeys; one German line for each mistake. */
export function readSignInProviders(env: Environment): Found {
  const read = reader(env)
  const appScheme = read.value('HOT_APP_SCHEME')
  const wrongScheme =
    appScheme && !appSchemeForm.test(appScheme)
      ? `HOT_APP_SCHEME muss wie eine umgekehrte Domain aussehen, etwa de.example.hot: »${appScheme}«.`
      : undefined
  const rpId = read.value('HOT_PASSKEY_RP_ID')
  const wrongRpId = rpIdProblem(rpId, read.value('SITE_URL'))
  const found = [googleProblem(read), appleProblem(read), wrongScheme, wrongRpId]
  const problems = found.filter((line) => line !== undefined)
  return {
    passkeys: { name: 'HoT', rpId },
    oauth: { google: googleOptions(read), apple: appleOptions(read) },
    ...(appScheme ? { appScheme } : {}),
    problems,
  }
}
