import { DataError } from './data-error.ts'
import type { Database } from './database.types.ts'
import { secondsToWait, TooManyRequests } from './retry-after.ts'

type Functions = Database['public']['Functions']
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
type Arguments = Record<string, Json>

/**
 * Calls an RPC that changes something, by POST, and returns its answer. Throws DataError, whose `hint` names the reason;
 * for 429 it is a TooManyRequests.
 */
export async function actionRpc<Answer>(name: keyof Functions, args: Arguments = {}): Promise<Answer> {
  const { restClient } = await import('./rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.rpc(name, args)
  if (error && status === 429)
    throw new TooManyRequests(error.code ?? '', error.message, error.hint ?? '', secondsToWait(error.details))
  if (error) throw new DataError(error.code ?? '', status, error.message, error.hint ?? '')
  return data as Answer
}
