import fs from 'node:fs/promises'
import path from 'node:path'
import type { HouseState } from '@hot/domain/contract/site'
import type { Settings } from '../settings/settings.ts'
import type { Ask } from './backend-watch.ts'

/** An empty file in HOT_DATA_DIR that the operator's script touches when a copy is complete (docs/operations/backup.md). */
export const backupMark = 'backup-done'

async function markedAt(dataDir: string): Promise<string | null> {
  try {
    return (await fs.stat(path.join(dataDir, backupMark))).mtime.toISOString()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

type Read = Pick<Settings, 'dataDir' | 'smtpUrl' | 'supabase'>

/** Whether mails go out and when the last copy was made. Throws when the data directory cannot be read. */
export async function readSiteState({ dataDir, smtpUrl, supabase }: Read): Promise<HouseState> {
  const backups = supabase
    ? ({ by: 'supabase', at: null } as const)
    : ({ by: 'operator', at: await markedAt(dataDir) } as const)
  return { mails: smtpUrl !== undefined, backups }
}

type Options = { ask: Ask; backendUrl: string; publishableKey: string; read: () => Promise<HouseState> }

/** Answers staff only; the database says who that is. Throws BackendAway. */
export function siteStateRoute({ ask, backendUrl, publishableKey, read }: Options) {
  return async (authorization: string | undefined): Promise<Response> => {
    const refused = Response.json({ message: 'Das darf nur das Team.' }, { status: 403 })
    if (!authorization) return refused
    const headers = { apikey: publishableKey, authorization, accept: 'application/json' }
    const answer = await ask(new Request(`${backendUrl}/rest/v1/rpc/is_moderator`, { headers }))
    if (!answer.ok || (await answer.json()) !== true) return refused
    return Response.json(await read(), { headers: { 'cache-control': 'no-store' } })
  }
}
