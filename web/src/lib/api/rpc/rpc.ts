import type { RpcAnswer, RpcArguments, RpcName } from '@hot/domain/contract/rpcs'

const load = () => import('./call-rpc.ts')
/** On the server, which asks for each page: a second import of a module is a lookup and three promises. */
let loaded: ReturnType<typeof load> | undefined

type Given<Name extends RpcName> =
  Record<never, never> extends RpcArguments<Name>
    ? [args?: RpcArguments<Name>, signal?: AbortSignal]
    : [args: RpcArguments<Name>, signal?: AbortSignal]

/**
 * Calls a database function by name: `rpc('star_page', { p_slug })`. Arguments and answer are typed by the contract table,
 * which also defines how the call is sent. A write that is safe to repeat is retried while it gets no answer.
 * Throws DataError, whose `hint` names the reason of a refusal.
 */
export async function rpc<Name extends RpcName>(name: Name, ...[args, signal]: Given<Name>): Promise<RpcAnswer<Name>> {
  // Loaded with the first request; on the website no first view makes one.
  if (import.meta.env.SSR) loaded ??= load()
  const { callRpc } = await ((import.meta.env.SSR && loaded) || load())
  return (await callRpc(name, args ?? {}, signal)) as RpcAnswer<Name>
}
