import type { RpcAnswer, RpcArguments, RpcName } from '@hot/domain/contract/rpcs'

type Given<Name extends RpcName> =
  Record<never, never> extends RpcArguments<Name>
    ? [args?: RpcArguments<Name>, signal?: AbortSignal]
    : [args: RpcArguments<Name>, signal?: AbortSignal]

/**
 * Calls a function of the database by its name: `rpc('star_page', { p_slug })`. Arguments and answer are those of the table
 * of contracts, which also says how it is sent. A write that is harmless to repeat is sent again while no answer comes.
 * Throws DataError, whose `hint` names the reason of a refusal.
 */
export async function rpc<Name extends RpcName>(name: Name, ...[args, signal]: Given<Name>): Promise<RpcAnswer<Name>> {
  // Loaded when something is asked for: on the website no first view does.
  const { callRpc } = await import('./call-rpc.ts')
  return (await callRpc(name, args ?? {}, signal)) as RpcAnswer<Name>
}
