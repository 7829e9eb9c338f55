import { type Answer, isPgError, type PgError, type Session } from '@hot/local/database/engine'
import { CLAIMS_SQL } from '@hot/local/database/transaction'
import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type Person, people } from './people.ts'

type Params = readonly unknown[]
export type Outcome = { rows: Record<string, unknown>[]; affected: number; error?: PgError }
export type Claims = Record<string, unknown>

/** What a test does inside its transaction: as the owner of the tables, or as a person through the API's role and claims. */
export type Stage = {
  /** As the role that owns the tables: what jobs, import and migrations are. */
  owner(sql: string, params?: Params): Promise<Answer>
  /** As the superuser of the test server, where GoTrue's role writes auth.users. */
  platform(sql: string, params?: Params): Promise<Answer>
  /** As this person; a database error is returned, and what the statement did is undone. */
  attempt(person: Person, sql: string, params?: Params, claims?: Claims): Promise<Outcome>
  /** As this person; a database error is thrown. */
  as(person: Person, sql: string, params?: Params, claims?: Claims): Promise<Answer>
  /** As the server with the secret key. */
  service(sql: string, params?: Params): Promise<Answer>
  /** First column of the first row, as the owner. */
  value(sql: string, params?: Params): Promise<unknown>
}

const claimsOf = (person: Person): Claims & { role: string; sub?: string } =>
  person === 'guest' ? { role: 'anon' } : { role: 'authenticated', sub: people[person], aal: 'aal1' }

function stageOn(session: Session, ownerRole: string): Stage {
  const inRole = async (role: string, sql: string, params: Params = []) => {
    await session.exec(`set local role ${role}`)
    try {
      return await session.query(sql, params)
    } finally {
      await session.exec('reset role').catch(() => {})
    }
  }
  const withClaims = async (claims: Claims & { role: string; sub?: string }, sql: string, params: Params) => {
    await session.exec('savepoint attempt')
    try {
      await session.query(CLAIMS_SQL, [claims.role, claims.sub ?? '', JSON.stringify(claims)])
      const answer = await session.query(sql, params)
      await session.exec('reset role; release attempt')
      return answer
    } catch (error) {
      await session.exec('rollback to attempt; release attempt')
      throw error
    } finally {
      await session.query(`select set_config('request.jwt.claim.sub', '', true), set_config('request.jwt.claim.role', '', true),
        set_config('request.jwt.claims', '', true)`)
    }
  }
  const as: Stage['as'] = (person, sql, params = [], claims = {}) =>
    withClaims({ ...claimsOf(person), ...claims }, sql, params)
  return {
    as,
    owner: (sql, params) => inRole(ownerRole, sql, params),
    platform: (sql, params = []) => session.query(sql, params),
    service: (sql, params = []) => withClaims({ role: 'service_role' }, sql, params),
    attempt: async (person, sql, params, claims) => {
      try {
        return await as(person, sql, params, claims)
      } catch (error) {
        if (!isPgError(error)) throw error
        return { rows: [], affected: 0, error }
      }
    },
    value: async (sql, params) => Object.values((await inRole(ownerRole, sql, params)).rows[0] ?? {})[0],
  }
}

/** One database for a test file; each test plays in a transaction that is rolled back, so tests do not see each other. */
export function useStage(): (play: (stage: Stage) => Promise<void>) => () => Promise<void> {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())
  return (play) => () =>
    database.engine.session(async (session) => {
      await session.exec('begin')
      try {
        await play(stageOn(session, database.owner))
      } finally {
        await session.exec('rollback')
      }
    })
}
