import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../database.types.ts'
import { reachAsViewer, restAccess } from './api-fetch.ts'

let client: Promise<PostgrestClient<Database>> | undefined

async function connect(): Promise<PostgrestClient<Database>> {
  const { url, headers } = await restAccess()
  return new PostgrestClient<Database>(url, {
    headers,
    fetch: reachAsViewer,
    // Reads are retried by the query cache, writes by `persistently`; a retry here as well would multiply them.
    retry: false,
  })
}

/**
 * The REST client for rows of tables, for guests and members alike; loaded where such a row is asked for. Functions are called
 * without it (`page-rpc.ts`, `action-rpc.ts`), so that pages do not wait for it.
 */
export function restClient(): Promise<PostgrestClient<Database>> {
  if (client) return client
  const connecting = connect()
  client = connecting
  connecting.catch(() => {
    client = undefined
  })
  return connecting
}
