import type { Session } from '../database/engine.ts'

/** The name is interpolated into SQL and must never be user input. */
const HOOK_NAME = /^([a-z_][a-z0-9_]*)\.([a-z_][a-z0-9_]*)$/

/**
 * What the site's function `schema.function(jsonb)` answers, in the caller's transaction. Undefined before the migration
 * that makes it.
 */
export async function callHook<Answer>(session: Session, hook: string, event: object): Promise<Answer | undefined> {
  const [name, schema, functionName] = HOOK_NAME.exec(hook) ?? []
  if (!name) throw new Error(`A hook is named as schema.function, not as "${hook}".`)
  // Looked up in the catalogue, because to_regprocedure fails without privileges on the schema.
  const { rows } = await session.query(
    `select exists (select from pg_proc p join pg_namespace n on n.oid = p.pronamespace
       where n.nspname = $1 and p.proname = $2) as found`,
    [schema, functionName],
  )
  if (rows[0]?.found !== true) return undefined
  const asked = await session.query(`select ${name}($1::jsonb) as answer`, [JSON.stringify(event)])
  return asked.rows[0]?.answer as Answer
}
