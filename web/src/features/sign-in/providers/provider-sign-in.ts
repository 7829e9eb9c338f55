import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { sessionIsKept } from '#web/lib/auth/session/session-storage.ts'
import { oauthBrowser } from '#web/platform/links/oauth-browser.ts'
import { callbackAddress, type NextStep, nextStep, openClient } from '../api.ts'
import { pathShown, rememberReturn } from '../return-path.ts'

export type Provider = 'google' | 'apple'

const refusal = (code: string) => Object.assign(new Error(code), { code, status: 400 })

/** Whether the backend has the provider set up; true when it does not say, then its own answer counts. */
async function isOffered(provider: Provider): Promise<boolean> {
  const { supabaseUrl, publishableKey } = await runtimeConfig()
  const answer = await fetch(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (!answer.ok) return true
  const settings: unknown = await answer.json()
  const external = typeof settings === 'object' && settings ? Reflect.get(settings, 'external') : undefined
  return typeof external !== 'object' || external === null || Reflect.get(external, provider) !== false
}

/**
 * On the web leaves for the provider's page: signing in ends at `/auth/callback` and then back here.
 * In the native app returns what is still missing, or `elsewhere` when nobody is signed in. Rejects with an error for
 * `failureText` when it cannot begin.
 */
export async function signInWithProvider(provider: Provider): Promise<NextStep | 'elsewhere'> {
  const client = await openClient('provider')
  // Otherwise the person would look at a page of JSON.
  if (!(await isOffered(provider))) throw refusal('provider_disabled')
  const browser = await oauthBrowser()
  if (browser) {
    const { signInNatively } = await import('./native-sign-in.ts')
    await signInNatively(client, browser, provider)
    return (await client.getSession()).data.session ? nextStep() : 'elsewhere'
  }
  // The verifier of the code would be gone when the person comes back.
  if (!sessionIsKept()) throw refusal('storage_blocked')
  rememberReturn(pathShown())
  const { error } = await client.signInWithOAuth({
    provider,
    options: {
      redirectTo: await callbackAddress(),
      ...(provider === 'google' ? { queryParams: { prompt: 'select_account' } } : {}),
    },
  })
  if (error) throw error
  return 'elsewhere'
}
