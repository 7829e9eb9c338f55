import type { FunctionName } from './call-rpc.ts'

type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined }
type Arguments = Record<string, Json>

/**
 * Calls an RPC that changes something, by POST, and returns its answer; without one it is asked again if that is harmless.
 * Throws DataError, whose `hint` names the reason.
 */
export async function actionRpc<Answer>(name: FunctionName, args: Arguments = {}): Promise<Answer> {
  const [{ askFunction }, { isRepeatable, persistently }] = await Promise.all([
    import('./call-rpc.ts'),
    import('../transport/retry-writes.ts'),
  ])
  const body = JSON.stringify(args)
  const ask = async () => (await askFunction(name, { body })) as Answer
  return isRepeatable(name) ? persistently(ask) : ask()
}
