import path from 'node:path'
import { rotateKeys } from '@hot/embedded/gateway/secrets'

/** What a command is told by its environment; the start contract's names. */
export type Environment = Record<string, string | undefined>

/** A command called wrongly; its message says how it goes. */
export class UsageError extends Error {}

const SAID = {
  rotated:
    'HoT unterschreibt ab jetzt mit einem neuen Schlüssel. Der alte gilt noch zwei Stunden: Niemand wird abgemeldet.',
  revoked:
    'HoT unterschreibt ab jetzt mit einem neuen Schlüssel, die alten gelten nicht mehr. Offene Anmeldungen holen sich beim nächsten Erneuern ein neues Token.',
} as const

/**
 * `npm run admin -- rotate-keys [--revoke]`: a new key for access tokens. With the embedded database the server must be
 * stopped; servers on a DATABASE_URL follow within a minute. Gives back the line to print.
 */
export async function rotateKeysCommand(args: readonly string[], env: Environment): Promise<string[]> {
  const [flag, ...rest] = args
  if (rest.length > 0 || (flag !== undefined && flag !== '--revoke'))
    throw new UsageError('So geht es: npm run admin -- rotate-keys (nach einem Diebstahl: rotate-keys --revoke)')
  if (env.SUPABASE_URL) throw new UsageError('Auf Supabase: Schlüssel im Dashboard unter JWT Keys wechseln.')
  const revoke = flag === '--revoke'
  await rotateKeys({ databaseUrl: env.DATABASE_URL, dataDir: path.resolve(env.HOT_DATA_DIR ?? '.data'), revoke })
  return [revoke ? SAID.revoked : SAID.rotated]
}
