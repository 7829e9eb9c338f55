import type { Database } from '@hot/domain/contract/database.types'
import { PostgrestClient } from '@supabase/postgrest-js'
import { reportMistake } from '../report-mistake.ts'
import { fetchAsViewer, restAccess } from './api-fetch.ts'

let client: Promise<PostgrestClient<Database>> | undefined

async function connect(): Promise<PostgrestClient<Database>> {
  const { url, headers } = await restAccess()
  return new PostgrestClient<Database>(url, {
    headers,
    fetch: (input, init) => fetchAsViewer(input, init).catch(reportMistake),
    // Reads are retried by the query cache, repeatable writes by `rpc`; a retry here as well would multiply them.
    retry: false,
  })
}

/**
 * The REST client for table rows, for guests and members; loaded when a row is requested. `rpc` calls functions
 * without it, so that pages do not wait for it.
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
