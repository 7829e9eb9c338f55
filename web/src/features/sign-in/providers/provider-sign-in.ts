import type { Provider } from '#web/lib/api/config/providers.ts'
import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { fetchMarked } from '#web/lib/api/no-answer.ts'
import type { AuthClient } from '#web/lib/auth/session/auth-client.ts'
import { sessionIsPersisted } from '#web/lib/auth/session/session-storage.ts'
import { askProvider, oauthBrowser } from '#web/platform/links/oauth-return.ts'
import type { OAuthBrowser } from '#web/platform/links/shell-links.native.ts'
import { callbackAddress, type NextStep, nextStep, openClient } from '../api.ts'
import { pathShown, rememberReturn } from '../return-path.ts'

const refusal = (code: string) => Object.assign(new Error(code), { code, status: 400 })

/** Whether the provider is configured in the backend; true if that is unknown, so that the backend decides. */
async function isOffered(provider: Provider): Promise<boolean> {
  const { supabaseUrl, publishableKey } = await runtimeConfig()
  const answer = await fetchMarked(`${supabaseUrl}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (!answer.ok) return true
  const settings: unknown = await answer.json()
  const external = typeof settings === 'object' && settings ? Reflect.get(settings, 'external') : undefined
  return typeof external !== 'object' || external === null || Reflect.get(external, provider) !== false
}

/**
 * On the web this navigates to the provider's page and resolves with `elsewhere`; sign-in ends at `/auth/callback`,
 * which returns to the current page. In the native app it resolves with what is still required, or with `elsewhere` if
 * nobody was signed in. Rejects with an error for `failureText` if it cannot start.
 */
export async function signInWithProvider(provider: Provider): Promise<NextStep | 'elsewhere'> {
  const client = await openClient('provider')
  // Checked first, because the browser would otherwise show a JSON error.
  if (!(await isOffered(provider))) throw refusal('provider_disabled')
  const browser = await oauthBrowser()
  if (browser) {
    await signInNatively(client, browser, provider)
    return (await client.getSession()).data.session ? nextStep() : 'elsewhere'
  }
  // Without storage the PKCE verifier would be lost before the person returns.
  if (!sessionIsPersisted()) throw refusal('storage_blocked')
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

/**
 * Signs in through a provider in the native app: opens the in-app browser, exchanges the code of the return link and
 * closes the browser. Errors are only logged; the person is back on the same page and can try again.
 */
export async function signInNatively(
  client: Pick<AuthClient, 'signInWithOAuth' | 'exchangeCodeForSession'>,
  browser: OAuthBrowser,
  provider: 'google' | 'apple',
): Promise<void> {
  try {
    const redirectTo = await browser.returnAddress()
    const { data, error } = await client.signInWithOAuth({
      provider,
      options: {
        redirectTo,
        skipBrowserRedirect: true,
        ...(provider === 'google' && { queryParams: { prompt: 'select_account' } }),
      },
    })
    if (error) throw error
    const answer = await askProvider(browser, data.url, redirectTo)
    if (answer.kind === 'code') {
      const exchanged = await client.exchangeCodeForSession(answer.code)
      if (exchanged.error) throw exchanged.error
    } else {
      console.error('OAuth:', answer)
    }
  } catch (error) {
    console.error('OAuth:', error)
  } finally {
    await browser.close()
  }
}
