import { type Environment, valuesOf } from './environment.ts'

export type SupabaseProject = { url: string; publishableKey: string; secretKey?: string }

/** Location of the data. */
export type BackendSettings = {
  databaseUrl?: string
  /** If set, there is no local backend; browser and server use this project. */
  supabase?: SupabaseProject
  /** Key of the local backend, if the operator chose one. */
  publishableKey?: string
}

function jwtRole(key: string): unknown {
  const payload = key.split('.')[1]
  if (!key.startsWith('eyJ') || !payload) return undefined
  try {
    return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { role?: unknown }).role
  } catch {
    return undefined
  }
}

/** A key with full access must never reach `/config.json`. */
const isSecretKey = (key: string) => key.startsWith('sb_secret_') || jwtRole(key) === 'service_role'

/** The origin of an address without a path; errors are added to the problems. */
export function readOrigin(name: string, text: string | undefined, problems: string[]): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
  if (!isOrigin || url.username)
    problems.push(`${name} muss eine Adresse wie https://example.org ohne Pfad sein: »${text}«.`)
  return url?.origin
}

/** Embedded, a PostgreSQL or a Supabase project; one German line per wrong value. */
export function readBackendSettings(env: Environment): BackendSettings & { problems: string[] } {
  const problems: string[] = []
  const value = valuesOf(env)
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))

  const databaseUrl = value('DATABASE_URL')
  check(
    !databaseUrl || (/^postgres(ql)?:\/\//.test(databaseUrl) && URL.canParse(databaseUrl)),
    'DATABASE_URL muss die Form postgres://nutzer:passwort@rechner:5432/datenbank haben.',
  )
  const url = readOrigin('SUPABASE_URL', value('SUPABASE_URL'), problems)
  const publishableKey = value('SUPABASE_PUBLISHABLE_KEY')
  const secretKey = value('SUPABASE_SECRET_KEY')
  check(
    !(url && databaseUrl),
    'SUPABASE_URL und DATABASE_URL schließen einander aus: Lass eine der beiden Variablen weg.',
  )
  check(!url || Boolean(publishableKey), 'Mit SUPABASE_URL braucht HoT auch SUPABASE_PUBLISHABLE_KEY.')
  check(
    !publishableKey || !isSecretKey(publishableKey),
    'SUPABASE_PUBLISHABLE_KEY ist ein geheimer Schlüssel und käme so in jeden Browser. Nimm den öffentlichen (sb_publishable_… oder anon).',
  )
  check(
    !secretKey || isSecretKey(secretKey),
    'SUPABASE_SECRET_KEY muss ein geheimer Schlüssel sein (sb_secret_… oder service_role).',
  )
  return {
    problems,
    databaseUrl,
    supabase: url && publishableKey ? { url, publishableKey, secretKey } : undefined,
    publishableKey: url ? undefined : publishableKey,
  }
}
