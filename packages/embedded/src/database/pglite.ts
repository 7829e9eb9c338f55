import { AsyncLocalStorage } from 'node:async_hooks'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgcrypto } from '@electric-sql/pglite/contrib/pgcrypto'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import {
  type Engine,
  exactNumber,
  INT8,
  JSON_TYPES,
  lending,
  NUMERIC,
  type Session,
  TEXT_TYPES,
  turns,
} from './engine.ts'

const asText = (value: string) => value
const parsers = {
  [INT8]: exactNumber,
  [NUMERIC]: exactNumber,
  ...Object.fromEntries(Object.values(JSON_TYPES).map((oid) => [oid, (value: string) => JSON.parse(value) as unknown])),
  ...Object.fromEntries(Object.values(TEXT_TYPES).map((oid) => [oid, asText])),
}

/**
 * The embedded PostgreSQL (PGlite, the version that lite nests; another one must not open the same directory).
 * `dir` undefined: in memory. The extensions are only made available; a migration creates what it needs.
 */
export async function openPglite(dir?: string): Promise<Engine> {
  const db = await PGlite.create({
    ...(dir ? { dataDir: dir } : {}),
    extensions: { pg_trgm, pgcrypto, unaccent },
    parsers,
  })
  await db.exec('set search_path to public, extensions; set timezone to utc')
  let isClosing = false
  const session: Session = {
    query: async (sql, params = []) => {
      const answer = await db.query<Record<string, unknown>>(sql, [...params])
      return { rows: answer.rows, affected: answer.affectedRows ?? 0 }
    },
    exec: async (sql) => {
      if (isClosing) throw new Error('The database is closed.')
      const answers = await db.exec(sql)
      return answers.findLast(({ fields }) => fields.length > 0)?.rows ?? []
    },
  }
  const turn = turns()
  return {
    kind: 'pglite',
    ...lending(async () => ({ session, release: await turn() })),
    listen: async (channel, { notified }) => {
      // A notification arrives within the writer's call, which may still hold the only session: what the listener
      // does must not become a part of it.
      const outside = AsyncLocalStorage.snapshot()
      const release = await turn()
      try {
        const stop = await db.listen(channel, (payload) => outside(notified, payload))
        return () => stop()
      } finally {
        release()
      }
    },
    learnTypes: () => db.refreshArrayTypes(),
    close: () => {
      isClosing = true
      return db.close()
    },
  }
}
