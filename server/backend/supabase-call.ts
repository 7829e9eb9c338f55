import type { SupabaseProject } from './backend-settings.ts'

const answerWithin = 8_000

/** Calls RPCs of a Supabase project with its secret key. Fails when the project does not answer as it should. */
export function callAsServer({ url, secretKey = '' }: SupabaseProject) {
  // The new keys are no JWT and must not stand where one is expected.
  const bearer: Record<string, string> = secretKey.startsWith('eyJ') ? { authorization: `Bearer ${secretKey}` } : {}
  return async (name: string, args: object): Promise<Response> => {
    const response = await fetch(`${url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', ...bearer },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(answerWithin),
    })
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return response
  }
}
