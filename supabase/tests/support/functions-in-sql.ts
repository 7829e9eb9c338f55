import type { Session } from '@hot/embedded/database/engine'
import { CLAIMS_SQL, type Claims } from '@hot/embedded/database/transaction'

/**
 * How often each function in SQL's own language was called by what `work` does as the caller of these claims. Those that
 * PostgreSQL puts into the statement that calls them are not called. Within the transaction of a superuser.
 */
export async function functionsInSql(
  session: Session,
  claims: Claims,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  await session.exec("set local track_functions = 'all'")
  const called = async () => {
    const { rows } = await session.query(
      `select f.schemaname || '.' || f.funcname as name, f.calls::int as calls from pg_stat_xact_user_functions f
       join pg_proc p on p.oid = f.funcid join pg_language l on l.oid = p.prolang where l.lanname = 'sql' and not p.proretset`,
    )
    return new Map(rows.map(({ name, calls }) => [String(name), Number(calls)]))
  }
  // A session that has not sent its statistics yet still counts what came before.
  const before = await called()
  await session.query(CLAIMS_SQL, [claims.role, claims.sub ?? '', JSON.stringify(claims)])
  await work()
  await session.exec('reset role')
  const after = [...(await called())].map(([name, calls]) => [name, calls - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(after.filter(([, calls]) => calls > 0))
}
