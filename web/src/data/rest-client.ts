import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from './database.types.ts'
import { runtimeConfig, serverSlot } from './runtime-config.ts'

/** On the server the gateway is called in process; in the browser the network is used. */
const reach: typeof fetch = (input, init) => {
  const inProcess = import.meta.env.SSR ? serverSlot()?.fetch : undefined
  return inProcess ? inProcess(new Request(input as string, init)) : fetch(input, init)
}

let client: Promise<PostgrestClient<Database>> | undefined

async function connect(): Promise<PostgrestClient<Database>> {
  const config = await runtimeConfig()
  const origin = config.supabaseUrl || (import.meta.env.SSR ? 'http://in.process' : window.location.origin)
  return new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers: { apikey: config.publishableKey },
    fetch: reach,
    // The query cache retries, by the rules of specification §9; two that do so multiply.
    retry: false,
  })
}

/** The REST client for guests' reads; loaded inside query functions only, so that no first route carries it. */
export function restClient(): Promise<PostgrestClient<Database>> {
  if (client) return client
  const connecting = connect()
  client = connecting
  connecting.catch(() => {
    client = undefined
  })
  return connecting
}
