import { openDatabase } from '../database/open-database.ts'
import { openDataDirectory } from '../directory/data-directory.ts'
import { rotateInDatabase, rotateInDirectory } from './secrets.ts'

async function inDatabase(databaseUrl: string, revoke: boolean): Promise<void> {
  const database = await openDatabase({ databaseUrl }, () => {})
  try {
    await rotateInDatabase(database.engine, revoke)
  } finally {
    await database.close()
  }
}

/** The lock says whether a server runs on the directory: it would go on with the keys it has read. */
async function inDirectory(dir: string, revoke: boolean): Promise<void> {
  const release = openDataDirectory(dir)
  try {
    await rotateInDirectory(dir, revoke)
  } finally {
    release()
  }
}

export type Rotation = { dataDir: string; databaseUrl?: string | undefined; revoke?: boolean | undefined }

/**
 * Takes a new key for access tokens into use. The old one verifies for two hours more, or with `revoke` not at all. With
 * the embedded database the server must be stopped; servers on a `databaseUrl` follow within a minute.
 */
export const rotateKeys = ({ dataDir, databaseUrl, revoke = false }: Rotation): Promise<void> =>
  databaseUrl ? inDatabase(databaseUrl, revoke) : inDirectory(dataDir, revoke)
