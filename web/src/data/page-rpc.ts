import type { Database } from './database.types.ts'

type PageRpc = keyof Database['public']['Functions']
type Arguments = Record<string, string | number | boolean | null | undefined>

/**
 * Calls a page RPC by GET and returns its document, whose shape `domain/src/wire` describes
 * and `supabase/tests` holds against the database. Throws DataError.
 */
export async function pageRpc<Page>(name: PageRpc, args: Arguments = {}, signal?: AbortSignal): Promise<Page> {
  const { restClient, failureOf } = await import('./rest-client.ts')
  const client = await restClient()
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null))
  const request = client.rpc(name, given, { get: true })
  const { data, error, status } = await (signal ? request.abortSignal(signal) : request)
  if (error) throw failureOf(error, status)
  return data as Page
}
