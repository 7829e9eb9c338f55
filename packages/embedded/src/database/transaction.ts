import type { Engine, Session } from './engine.ts'

/** One transaction; rolled back when `work` fails. With `role` (a name of ours), all of it runs as that role. */
export function transaction<T>(
  engine: Engine,
  role: string | undefined,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  return engine.session(async (session) => {
    // One trip: into WASM and over the network each statement costs as much as what it does.
    await session.exec(role ? `begin; set local role ${role}` : 'begin')
    try {
      const result = await work(session)
      await session.exec('commit')
      return result
    } catch (error) {
      // A session whose connection broke cannot roll back; the first error is the one to tell.
      await session.exec('rollback').catch(() => {})
      throw error
    }
  })
}

/** Claims of an access token, as PostgREST hands them to SQL. */
export type Claims = { role: string; sub?: string } & Record<string, unknown>

/** Sets role and claims for the rest of the transaction, in one statement (each one is a trip into WASM). */
export const CLAIMS_SQL = `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
 set_config('request.jwt.claim.role', $1, true), set_config('request.jwt.claims', $3, true)`

/** One transaction as the person these claims describe; what PostgREST does for a request. */
export function asCaller<T>(engine: Engine, claims: Claims, work: (session: Session) => Promise<T>): Promise<T> {
  return transaction(engine, undefined, async (session) => {
    await session.query(CLAIMS_SQL, [claims.role, claims.sub ?? '', JSON.stringify(claims)])
    return work(session)
  })
}
