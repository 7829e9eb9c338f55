import { randomBytes } from 'node:crypto'
import { StartError } from '@hot/embedded'
import { AuthError } from '@hot/embedded/auth/auth-error'
import { rotateKeys } from '@hot/embedded/gateway/secrets'
import { openEmbedded } from '../backend/embedded-backend.ts'
import { appoint } from '../backend/member-accounts.ts'
import { dataDirOf, type Environment } from '../settings/environment.ts'

/** Invalid arguments; the message shows the usage. */
class UsageError extends Error {}

const SAID = {
  rotated:
    'HoT unterschreibt ab jetzt mit einem neuen Schlüssel. Der alte gilt noch zwei Stunden: Niemand wird abgemeldet.',
  revoked:
    'HoT unterschreibt ab jetzt mit einem neuen Schlüssel, die alten gelten nicht mehr. Offene Anmeldungen holen sich beim nächsten Erneuern ein neues Token.',
} as const

/**
 * `npm run admin -- rotate-keys [--revoke]`: makes a new key for access tokens. With the embedded database the server
 * must be stopped; servers on a DATABASE_URL use the key within a minute. Returns the line to print.
 */
export async function rotateKeysCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const [flag, ...rest] = args
  if (rest.length > 0 || (flag !== undefined && flag !== '--revoke'))
    throw new UsageError('So geht es: npm run admin -- rotate-keys (nach einem Diebstahl: rotate-keys --revoke)')
  if (env.SUPABASE_URL) throw new UsageError('Auf Supabase: Schlüssel im Dashboard unter JWT Keys wechseln.')
  const revoke = flag === '--revoke'
  await rotateKeys({ databaseUrl: env.DATABASE_URL, dataDir: dataDirOf(env), revoke })
  return [revoke ? SAID.revoked : SAID.rotated]
}

function addressIn(args: readonly string[]): string {
  const [address, ...rest] = args
  if (!address || rest.length > 0 || !address.includes('@'))
    throw new UsageError('So geht es: npm run admin -- name@beispiel.de (oder: npm run admin -- rotate-keys)')
  return address
}

/**
 * Gives the account of an e-mail address the admin role, creating a confirmed account if there is none. Returns the
 * lines to print; a new password appears nowhere else.
 */
export async function makeAdmin(args: readonly string[], env: Environment): Promise<string[]> {
  const email = addressIn(args)
  if (env.SUPABASE_URL)
    throw new UsageError('Auf Supabase: Rolle im SQL-Editor setzen, siehe docs/operations/configure.md.')
  const dataDir = dataDirOf(env)
  const backend = await openEmbedded({
    dataDir,
    databaseUrl: env.DATABASE_URL,
    siteUrl: 'http://127.0.0.1:3000',
    jobs: false,
  })
  try {
    const password = randomBytes(12).toString('base64url')
    const { made } = await appoint(backend, { email, role: 'admin', password })
    return made
      ? [
          `${email} ist jetzt Admin. Das Konto ist neu, das Passwort: ${password}`,
          'Bitte nach der ersten Anmeldung ändern.',
        ]
      : [`${email} ist jetzt Admin.`]
  } finally {
    await backend.close()
  }
}

const run = (args: readonly string[], env: Environment): Promise<string[]> =>
  args[0] === 'rotate-keys' ? rotateKeysCommand(args.slice(1), env) : makeAdmin(args, env)

/** Run as `npm run admin -- EMAIL` or `npm run admin -- rotate-keys [--revoke]`. */
if (import.meta.main) {
  try {
    for (const line of await run(process.argv.slice(2), process.env)) console.log(line)
  } catch (error) {
    const known = error instanceof StartError || error instanceof UsageError || error instanceof AuthError
    if (!known) throw error
    console.error(error instanceof AuthError ? `Das geht nicht: ${error.message}` : error.message)
    process.exitCode = 1
  }
}
