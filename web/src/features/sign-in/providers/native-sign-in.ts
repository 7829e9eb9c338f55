import type { AuthClient } from '#web/lib/auth/session/auth-client.ts'
import { askProvider } from '#web/platform/links/oauth-return.ts'
import type { OAuthBrowser } from '#web/platform/links/shell-links.native.ts'

/**
 * Signs in through a provider inside the native app: in-app browser, link back with a
 * code, exchange, close. Errors are only logged; the person is back where they were and can try again.
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
