import type { FunctionName } from './call-rpc.ts'

type Arguments = Record<string, string | number | boolean | null | undefined>

/**
 * Calls a page RPC by GET and returns its document, whose shape `domain/src/contract` describes
 * and `supabase/tests` holds against the database. Throws DataError.
 */
export async function pageRpc<Page>(name: FunctionName, args: Arguments = {}, signal?: AbortSignal): Promise<Page> {
  // Loaded when something is asked for: on the website no first view does.
  const { askFunction } = await import('./call-rpc.ts')
  const given = Object.entries(args).flatMap(([key, value]) => (value == null ? [] : [[key, String(value)]]))
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  return (await askFunction(name + search, { signal })) as Page
}
