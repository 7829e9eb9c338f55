import { parseArgs } from 'node:util'
import { type Revoked, revokeEverything, rotateKeys } from '@hot/embedded/keys/rotate-keys'
import { dataDirOf, type Environment } from '../settings/environment.ts'
import '../wire/backend-language.ts'

/** Invalid arguments; the message shows the usage. */
export class UsageError extends Error {}

const USAGE =
  'So geht es: npm run admin -- rotate-keys (nach einem Diebstahl: rotate-keys --revoke, mit neuen Passwörtern für alle: rotate-keys --revoke --new-passwords)'

/** Links and codes that HoT itself has given out: guests confirm a report with them, or sign up while that needs an invitation. */
const VOIDS = [
  'delete from private.report_confirmations',
  'delete from private.concerns where confirmed_at is null',
  `delete from private.mail_outbox where template in ('report_confirmation', 'concern_confirmation') and sent_at is null`,
  'update public.invites set active = false where active',
] as const

const ROTATED =
  'HoT unterschreibt ab jetzt mit einem neuen Schlüssel. Der alte gilt noch zwei Stunden: Niemand wird abgemeldet.'

function readArguments(args: readonly string[]): { revoke: boolean; newPasswords: boolean } {
  try {
    const flag = { type: 'boolean', default: false } as const
    const { values } = parseArgs({ args: [...args], options: { revoke: flag, 'new-passwords': flag } })
    const { revoke, 'new-passwords': newPasswords } = values
    if (revoke || !newPasswords) return { revoke, newPasswords }
  } catch (error) {
    throw new UsageError(USAGE, { cause: error })
  }
  throw new UsageError(USAGE)
}

const count = (number: number, one: string, many: string) => (number === 1 ? `Ein ${one}` : `${number} ${many}`)

function revokedLines({ sessions, passwords }: Revoked, newPasswords: boolean): string[] {
  return [
    `Alle geheimen Schlüssel sind neu und alle abgemeldet (Anmeldungen: ${sessions}). Links und Codes aus Mails, Einladungscodes und Links zu Dateien gelten nicht mehr.`,
    ...(passwords > 0
      ? [`${count(passwords, 'Konto braucht', 'Konten brauchen')} über »Passwort vergessen« ein neues Passwort.`]
      : []),
    newPasswords
      ? 'Codes aus einer App gelten nicht mehr: Das Team richtet den zweiten Faktor neu ein.'
      : 'Wer Codes aus einer App benutzt hat, richtet sie mit einem neuen Passwort neu ein. Die übrigen Passwörter gelten weiter; wer die Sicherung hat, kann schwache erraten. Neue von allen verlangt: rotate-keys --revoke --new-passwords',
  ]
}

/**
 * `npm run admin -- rotate-keys [--revoke [--new-passwords]]`: a new key for access tokens, or after a leak new secrets
 * throughout and nobody signed in. With the embedded database the server must be stopped; servers on a DATABASE_URL
 * follow by themselves. Returns the lines to print. Throws UsageError, StartError.
 */
export async function rotateKeysCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const { revoke, newPasswords } = readArguments(args)
  if (env.SUPABASE_URL) throw new UsageError('Auf Supabase: Schlüssel im Dashboard unter JWT Keys wechseln.')
  const place = { databaseUrl: env.DATABASE_URL, dataDir: dataDirOf(env) }
  if (!revoke) {
    await rotateKeys(place)
    return [ROTATED]
  }
  return revokedLines(await revokeEverything({ ...place, newPasswords, voids: VOIDS }), newPasswords)
}
