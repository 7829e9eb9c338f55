/** Databases to compare: one made of `supabase/schemas`, one made of all migrations. */
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isPgError, type Session } from '@hot/embedded/database/engine'
import { inOrder, type SchemaStatement } from './schema-files.ts'

/** Runs the statements as `owner`, then each function once more with a look at its body. Fails with file and line. */
export async function buildFromSchemas(
  session: Session,
  owner: string,
  statements: readonly SchemaStatement[],
): Promise<void> {
  await session.exec(`begin; set local role ${owner}; set local check_function_bodies = off`)
  for (const statement of inOrder(statements)) await run(session, statement)
  await session.exec('set local check_function_bodies = on')
  for (const statement of statements)
    if (statement.object.kind === 'function')
      await run(session, {
        ...statement,
        code: statement.code.replace(/^create function/i, 'create or replace function'),
      })
  await session.exec('commit')
}

async function run(session: Session, { code, file, line }: SchemaStatement): Promise<void> {
  try {
    await session.query(code)
  } catch (error) {
    if (!isPgError(error)) throw error
    throw new Error(`${file}:${line} ${error.message}`, { cause: error })
  }
}

/** A directory for a database that is thrown away. */
export const throwawayDirectory = () => path.join(os.tmpdir(), `hot-schemas-${randomUUID()}`)

export const throwAway = (dir: string) => fs.rmSync(dir, { recursive: true, force: true })
