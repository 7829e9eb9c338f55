import { type Member, registerMember, sessionOf } from '../../support/site/members.ts'
import { site } from '../../support/site/requests.ts'
import type { Samples } from '../../support/site/samples.ts'
import type { Tab } from './tab.ts'

/** One way through the site, the same in every engine. */
export type Journey = {
  name: string
  /** Leaves nothing behind and minds nothing that is there: a new browser takes a second or two. */
  guest?: true
  walk: (tab: Tab, samples: Samples) => Promise<void>
}

/** Where auth-js stores the session, as named in `web/src/lib/auth/session/auth-client.ts`. */
const sessionKey = 'sb-hot-auth-token'

/** Signs the browser in, as the dialog does; the journeys about the dialog use that instead. */
export async function signIn(tab: Tab, member: Member): Promise<void> {
  await tab.store(sessionKey, JSON.stringify(await sessionOf(site, member)))
}

/** A new member, signed in. */
export async function asNewMember(tab: Tab): Promise<Member> {
  const member = await registerMember(site)
  await signIn(tab, member)
  return member
}

/** The address of who is signed in, once that is so. */
export const isSignedInAs = (tab: Tab, { email }: { email: string }) =>
  tab.until(
    `signed in as ${email}`,
    `JSON.parse(localStorage.getItem('${sessionKey}') ?? '{}').user?.email === ${JSON.stringify(email)}`,
  )
