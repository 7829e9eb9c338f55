import type { RpcAnswer, RpcArguments, RpcName } from '@hot/domain/contract/rpcs'
import type { ZodType } from 'zod'
import type { Ask } from './backend-away.ts'

export type PublicRpcOptions = { ask: Ask; backendUrl: string; publishableKey: string }

/** Calls a function as a guest and checks the answer against the schema of its contract. */
export type PublicRpc = <Name extends RpcName>(
  name: Name,
  schema: ZodType<RpcAnswer<Name>>,
  args?: Partial<RpcArguments<Name>>,
) => Promise<RpcAnswer<Name>>

/** Feeds and sitemap read what every guest may read, over the same REST as the app. Throws BackendAway, or Error. */
export function publicRpc({ ask, backendUrl, publishableKey }: PublicRpcOptions): PublicRpc {
  return async (name, schema, args = {}) => {
    const url = new URL(`${backendUrl}/rest/v1/rpc/${name}`)
    for (const [key, value] of Object.entries(args)) url.searchParams.set(key, String(value))
    const response = await ask(new Request(url, { headers: { apikey: publishableKey, accept: 'application/json' } }))
    if (!response.ok) throw new Error(`${name}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    return schema.parse(await response.json())
  }
}
