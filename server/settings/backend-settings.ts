import { isOutside } from '../wire/public-addresses.ts'
import { type Environment, valuesOf } from './environment.ts'

export type SupabaseProject = { url: string; publishableKey: string; secretKey?: string }

/** Location of the data. */
export type BackendSettings = {
  databaseUrl?: string
  /** A pooler in front of the same database, for requests. */
  databasePoolUrl?: string
  /** A replica of the same database by streaming, for what guests read. */
  databaseReadUrl?: string
  /** When set, browsers and server use this project, and there is no embedded backend. */
  supabase?: SupabaseProject
  /** Publishable key of the embedded backend, if the operator chose one. */
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

/** Whether a key gives full access; such a key must never be published in `/config.json`. */
const isSecretKey = (key: string) => key.startsWith('sb_secret_') || jwtRole(key) === 'service_role'

/** Reads the origin of a URL, which must have no path; a German line is added to `problems` if it is invalid. */
export function readOrigin(name: string, text: string | undefined, problems: string[]): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search
  if (!isOrigin || url.username)
    problems.push(`${name} muss eine Adresse wie https://example.org ohne Pfad sein: »${text}«.`)
  return url?.origin
}

const databaseAddresses = {
  DATABASE_URL: 'databaseUrl',
  DATABASE_POOL_URL: 'databasePoolUrl',
  DATABASE_READ_URL: 'databaseReadUrl',
} as const satisfies Record<string, keyof BackendSettings>
export type DatabaseVariable = keyof typeof databaseAddresses

/** The settings that name a database, with its address and whether that leads out of the own network. */
export function namedDatabases(settings: BackendSettings): { name: DatabaseVariable; url: URL; isOutside: boolean }[] {
  return (Object.keys(databaseAddresses) as DatabaseVariable[]).flatMap((name) => {
    const given = settings[databaseAddresses[name]]
    if (!given) return []
    const url = new URL(given)
    const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[|\]$/g, '')
    // A path is that of a socket.
    return [{ name, url, isOutside: !host.startsWith('/') && isOutside(host) }]
  })
}

/** Reads which database is used: embedded, PostgreSQL or a Supabase project. One German line per wrong value. */
export function readBackendSettings(env: Environment): BackendSettings & { problems: string[] } {
  const problems: string[] = []
  const value = valuesOf(env)
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))

  const names = ['DATABASE_URL', 'DATABASE_POOL_URL', 'DATABASE_READ_URL'] as const
  const [databaseUrl, databasePoolUrl, databaseReadUrl] = names.map((name) => {
    const given = value(name)
    check(
      !given || (/^postgres(ql)?:\/\//.test(given) && URL.canParse(given)),
      `${name} muss die Form postgres://nutzer:passwort@rechner:5432/datenbank haben.`,
    )
    return given
  })
  check(
    !databasePoolUrl || Boolean(databaseUrl),
    'DATABASE_POOL_URL braucht auch DATABASE_URL, die Adresse derselben Datenbank ohne Pooler.',
  )
  check(
    !databaseReadUrl || Boolean(databaseUrl),
    'DATABASE_READ_URL braucht auch DATABASE_URL, die Adresse der Datenbank, von der sie eine Lesekopie ist.',
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
    databasePoolUrl,
    databaseReadUrl,
    supabase: url && publishableKey ? { url, publishableKey, secretKey } : undefined,
    publishableKey: url ? undefined : publishableKey,
  }
}
