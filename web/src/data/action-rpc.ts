import type { Database } from './database.types.ts'

type Functions = Database['public']['Functions']
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
type Arguments = Record<string, Json>

/**
 * Calls an RPC that changes something, by POST, and returns its answer; without one it is asked again if that is harmless.
 * Throws DataError, whose `hint` names the reason.
 */
export async function actionRpc<Answer>(name: keyof Functions, args: Arguments = {}): Promise<Answer> {
  const [{ restClient, failureOf }, { isRepeatable, persistently }] = await Promise.all([
    import('./rest-client.ts'),
    import('./retry-writes.ts'),
  ])
  const client = await restClient()
  const ask = async () => {
    const { data, error, status } = await client.rpc(name, args)
    if (error) throw failureOf(error, status)
    return data as Answer
  }
  return isRepeatable(name) ? persistently(ask) : ask()
}
