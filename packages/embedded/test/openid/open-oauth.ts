import type { Backend, BackendOptions } from '@hot/embedded'
import type { SupabaseClient, User } from '@supabase/supabase-js'
import { type Contract, MIGRATIONS, openOurs } from '../open-contract.ts'
import { copyServerDatabase } from '../server-database.ts'
import { browser, type Choice } from './browser.ts'
import { addressFor, oauthClient } from './oauth-client.ts'
import { type OpenIdProvider, startOpenIdProvider } from './openid-provider.ts'

export const SITE = 'http://127.0.0.1:4999'
/** Where the app waits for the code. */
export const BACK = `${SITE}/auth/callback`

export type OAuthBench = {
  contract: Contract & { backend: Backend }
  provider: OpenIdProvider
  client: () => SupabaseClient
  /** An address outside every list of mail domains: only an account of a provider may have it. */
  newAddress: () => string
  /** The whole flow of one person: authorize, the provider's page, callback, code exchange. */
  signIn(name: 'google' | 'apple', choice: Choice, client?: SupabaseClient): Promise<User>
  /** The same up to the address the person is sent back to. */
  land(name: 'google' | 'apple', choice: Choice, client?: SupabaseClient): Promise<URL>
  close(): Promise<void>
}

/** Our backend with both providers on, and the provider itself. */
export async function openOAuth(options: Partial<BackendOptions> = {}): Promise<OAuthBench> {
  const provider = await startOpenIdProvider({ sites: [SITE] })
  const contract = await openOurs({ siteUrl: SITE, oauth: provider.oauth, ...options })
  let serial = 0
  const client = () => oauthClient(contract)
  const land: OAuthBench['land'] = async (name, choice, by = client()) =>
    browser(contract).signIn(await addressFor(by, name, { redirectTo: BACK }), choice)
  return {
    contract,
    provider,
    client,
    newAddress: () => `neu${Date.now()}${serial++}@firma.example`,
    land,
    signIn: async (name, choice, by = client()) => {
      const landed = await land(name, choice, by)
      const code = landed.searchParams.get('code')
      if (!code) throw new Error(`No code: ${landed.href}`)
      const { data, error } = await by.auth.exchangeCodeForSession(code)
      if (error) throw error
      return data.user
    },
    close: async () => {
      await contract.close()
      await provider.close()
    },
  }
}

/** The error in the redirect URL after a failure. */
export const failureOf = ({ searchParams }: URL) => ({
  error: searchParams.get('error'),
  code: searchParams.get('error_code'),
  description: searchParams.get('error_description'),
})

/** The database these suites run on: PGlite, or PostgreSQL when the environment names a server. */
export function oauthTargets(): { name: string; open: () => Promise<OAuthBench> }[] {
  const server = process.env.TEST_DATABASE_URL
  return server ? [{ name: 'PostgreSQL', open: () => openOn(server) }] : [{ name: 'PGlite', open: () => openOAuth() }]
}

async function openOn(server: string): Promise<OAuthBench> {
  const database = await copyServerDatabase(server, MIGRATIONS)
  const bench = await openOAuth({ databaseUrl: database.url })
  return {
    ...bench,
    close: async () => {
      await bench.close()
      await database.drop()
    },
  }
}

type Wishes = { redirectTo?: string; cancel?: boolean }

/** A sign-in up to the provider's answer. */
export async function signInUnderWay(bench: OAuthBench, name: 'google' | 'apple' = 'google', options: Wishes = {}) {
  const { redirectTo = BACK, cancel = false } = options
  const [client, visitor, email] = [bench.client(), browser(bench.contract), bench.newAddress()]
  const begun = await visitor.begin(await addressFor(client, name, { redirectTo }))
  return { client, visitor, email, begun, answer: await visitor.choose(begun, { email, cancel }) }
}
