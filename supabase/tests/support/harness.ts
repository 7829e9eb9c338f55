import { type Answer, isPgError, type PgError, type Session } from '@hot/embedded/database/engine'
import { beforeAll } from 'vitest'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { isAtAal2, type Person, people, sessionIdOf } from './people.ts'

type Params = readonly unknown[]
type Outcome = { rows: Record<string, unknown>[]; affected: number; error?: PgError }
export type Claims = Record<string, unknown>

/**
 * What a test can do inside its transaction: run SQL as the owner of the tables, or as a person through the API's
 * role and claims.
 */
export type Harness = {
  /** As the owner of the tables: the role of jobs, import and migrations. */
  owner(sql: string, params?: Params): Promise<Answer>
  /** As the superuser of the test server, where GoTrue's role writes auth.users. */
  platform(sql: string, params?: Params): Promise<Answer>
  /** As this person; a database error is returned, and the statement is rolled back. */
  attempt(person: Person, sql: string, params?: Params, claims?: Claims): Promise<Outcome>
  /** The same; what it did is undone as well. Two round trips less than `undone` around an `attempt`. */
  tried(person: Person, sql: string, params?: Params): Promise<Outcome>
  /** As this person; a database error is thrown. */
  as(person: Person, sql: string, params?: Params, claims?: Claims): Promise<Answer>
  /** As the server with the secret key. */
  service(sql: string, params?: Params): Promise<Answer>
  /** Runs a scene and rolls it back. */
  undone<T>(scene: () => Promise<T>): Promise<T>
  /** Runs the jobs that run every second until nothing waits: counters are folded, everybody is notified. */
  settled(): Promise<void>
  /** First column of the first row, as the owner. */
  value(sql: string, params?: Params): Promise<unknown>
}

/** Claims of the access token of a person's session. */
export const claimsOf = (person: Person): Claims & { role: string; sub?: string } =>
  person === 'guest'
    ? { role: 'anon' }
    : {
        role: 'authenticated',
        sub: people[person],
        session_id: sessionIdOf(person),
        aal: isAtAal2(person) ? 'aal2' : 'aal1',
      }

/** A session of an account that is none of the people, and what its token claims instead of the caller's. */
export async function claimsOfAccount(t: Pick<Harness, 'platform'>, id: string): Promise<Claims> {
  await t.platform(`insert into auth.sessions (id, user_id, created_at, aal) values ($1, $1, now(), 'aal1')`, [id])
  return { sub: id, session_id: id }
}

/** The settings PostgREST makes before a request, as one statement without parameters. */
function claimsSql(claims: Claims & { role: string; sub?: string }): string {
  return setAll({
    role: claims.role,
    'request.jwt.claim.sub': claims.sub ?? '',
    'request.jwt.claim.role': claims.role,
    'request.jwt.claims': JSON.stringify(claims),
  })
}

const noClaims = setAll({
  role: 'none',
  'request.jwt.claim.sub': '',
  'request.jwt.claim.role': '',
  'request.jwt.claims': '',
})

function setAll(settings: Record<string, string>): string {
  const set = ([name, value]: [string, string]) => `set_config('${name}', '${value.replaceAll("'", "''")}', true)`
  return `select ${Object.entries(settings).map(set).join(', ')}`
}

/** The harness on a separate session, for scenes that commit. */
export function harnessOn(session: Session, ownerRole: string): Harness {
  const inRole = async (role: string, sql: string, params: Params = []) => {
    await session.exec(`set local role ${role}`)
    try {
      return await session.query(sql, params)
    } finally {
      await session.exec('reset role').catch(() => {})
    }
  }
  // Only two round trips besides the statement: the matrix runs two thousand statements.
  const withClaims = async (
    claims: Claims & { role: string; sub?: string },
    sql: string,
    params: Params,
    then: 'release' | 'undo' = 'release',
  ) => {
    await session.exec(`savepoint attempt; ${claimsSql(claims)}`)
    try {
      const answer = await session.query(sql, params)
      const undo = then === 'undo' ? 'rollback to attempt; ' : ''
      await session.exec(`${undo}release attempt; ${noClaims}`)
      return answer
    } catch (error) {
      await session.exec(`rollback to attempt; release attempt; ${noClaims}`)
      throw error
    }
  }
  const as: Harness['as'] = (person, sql, params = [], claims = {}) =>
    withClaims({ ...claimsOf(person), ...claims }, sql, params)
  const outcome = async (answer: Promise<Answer>): Promise<Outcome> => {
    try {
      return await answer
    } catch (error) {
      if (!isPgError(error)) throw error
      return { rows: [], affected: 0, error }
    }
  }
  return {
    as,
    owner: (sql, params) => inRole(ownerRole, sql, params),
    platform: (sql, params = []) => session.query(sql, params),
    service: (sql, params = []) => withClaims({ role: 'service_role' }, sql, params),
    attempt: (person, sql, params, claims) => outcome(as(person, sql, params, claims)),
    tried: (person, sql, params = []) => outcome(withClaims(claimsOf(person), sql, params, 'undo')),
    undone: async (scene) => {
      await session.exec('savepoint scene')
      try {
        return await scene()
      } finally {
        await session.exec('rollback to scene; release scene')
      }
    },
    settled: async () => {
      await inRole(ownerRole, 'select private.fold_counts()')
      let told: unknown
      do told = (await inRole(ownerRole, 'select private.deliver_notifications() as told')).rows[0]?.told
      while (told !== 0)
    },
    value: async (sql, params) => Object.values((await inRole(ownerRole, sql, params)).rows[0] ?? {})[0],
  }
}

type Scene = (harness: Harness) => Promise<void>

const play = ({ engine, owner }: TestDatabase, scene: Scene, end: 'commit' | 'rollback') =>
  engine.session(async (session) => {
    await session.exec('begin')
    try {
      await scene(harnessOn(session, owner))
      await session.exec(end)
    } catch (error) {
      await session.exec('rollback')
      throw error
    }
  })

/**
 * The most recent database with its setup. The next test file of this worker usually needs the same one, and opening
 * one takes longer than most files run. A database that is open when the worker ends is deleted with the run's
 * scratch directory.
 */
let standing: { setting: Scene | undefined; database: TestDatabase } | undefined

async function databaseWith(setting: Scene | undefined): Promise<TestDatabase> {
  if (standing && standing.setting === setting) return standing.database
  const former = standing
  standing = undefined
  await former?.database.close()
  const database = await openTestDatabase()
  if (setting) await play(database, setting, 'commit')
  standing = { setting, database }
  return database
}

/**
 * A database on which `setting` ran once and was committed. Each test runs in a transaction that is rolled back, so
 * neither tests nor test files see each other. Tests must not depend on what a rollback does not undo, such as
 * sequence numbers.
 */
export function useHarness(setting?: Scene): (scene: Scene) => () => Promise<void> {
  let database: TestDatabase
  beforeAll(async () => {
    database = await databaseWith(setting)
  })
  return (scene) => () => play(database, scene, 'rollback')
}
