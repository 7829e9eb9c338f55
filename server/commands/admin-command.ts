import { randomBytes } from 'node:crypto'
import { StartError } from '@hot/embedded'
import { AuthError } from '@hot/embedded/auth/auth-error'
import { openEmbedded } from '../backend/embedded-backend.ts'
import { appoint } from '../link/member-accounts.ts'
import { dataDirOf, type Environment } from '../settings/environment.ts'
import { rotateKeysCommand, UsageError } from './rotate-keys-command.ts'

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
    throw new UsageError('Auf Supabase: Rolle im SQL-Editor setzen, siehe docs/operations/supabase.md.')
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
