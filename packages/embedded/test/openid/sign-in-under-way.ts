import { browser } from './browser.ts'
import { addressFor } from './oauth-client.ts'
import { BACK, type OAuthBench } from './open-oauth.ts'

type Wishes = { redirectTo?: string; cancel?: boolean }

/** A sign-in up to the provider's answer. */
export async function signInUnderWay(bench: OAuthBench, name: 'google' | 'apple' = 'google', options: Wishes = {}) {
  const { redirectTo = BACK, cancel = false } = options
  const [client, visitor, email] = [bench.client(), browser(bench.contract), bench.newAddress()]
  const begun = await visitor.begin(await addressFor(client, name, { redirectTo }))
  return { client, visitor, email, begun, answer: await visitor.choose(begun, { email, cancel }) }
}
