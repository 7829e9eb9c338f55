import { DataError } from './data-error.ts'
import type { Database } from './database.types.ts'

type Functions = Database['public']['Functions']
type Arguments = Record<string, string | number | boolean | null>

/** Calls an RPC that changes something, by POST, and returns its answer. Throws DataError; its `hint` names the reason. */
export async function actionRpc<Answer>(name: keyof Functions, args: Arguments = {}): Promise<Answer> {
  const { restClient } = await import('./rest-client.ts')
  const client = await restClient()
  const { data, error, status } = await client.rpc(name, args)
  if (error) throw new DataError(error.code ?? '', status, error.message, error.hint ?? '')
  return data as Answer
}
