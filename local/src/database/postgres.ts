import pg from 'pg'
import type { Engine, Session } from './engine.ts'
import { exactNumber, INT8, JSON_TYPES, NUMERIC, TEXT_TYPES } from './values.ts'

const asText = (value: string) => value
const texts = new Set<number>(Object.values(TEXT_TYPES))
const jsons = new Set<number>(Object.values(JSON_TYPES))

function parserOf(oid: number, format?: string) {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (texts.has(oid)) return asText
  if (jsons.has(oid)) return JSON.parse
  if (oid === INT8 || oid === NUMERIC) return exactNumber
  return pg.types.getTypeParser(oid, 'text')
}

/** Settings of every session: the search path Supabase gives its roles, instants in UTC, no query without an end. */
const OPTIONS =
  '-c search_path=public,extensions -c timezone=UTC -c statement_timeout=15000 -c idle_in_transaction_session_timeout=60000'

/** A PostgreSQL server (15 or newer) by its URL. Opens no connection yet: the first statement does, and fails if it must. */
export function openPostgres(url: string, log: (line: string) => void): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    application_name: 'hot',
    options: OPTIONS,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  // An idle connection that breaks raises 'error' on the pool; unheard it would end the process.
  pool.on('error', (error) => log(`Verbindung zur Datenbank unterbrochen: ${error.message}`))

  const acquire = async () => {
    const client = await pool.connect()
    let broken: Error | undefined
    const onError = (error: Error) => {
      broken = error
    }
    client.on('error', onError)
    const session: Session = {
      query: async (sql, params = []) => {
        const answer = await client.query<Record<string, unknown>>(sql, [...params])
        return { rows: answer.rows, affected: answer.rowCount ?? 0 }
      },
      exec: async (sql) => {
        await client.query(sql)
      },
    }
    const release = () => {
      client.off('error', onError)
      client.release(broken)
    }
    return { session, release }
  }
  return {
    kind: 'postgres',
    acquire,
    session: async (work) => {
      const { session, release } = await acquire()
      try {
        return await work(session)
      } finally {
        release()
      }
    },
    close: () => pool.end(),
  }
}
