import { knownConfig } from './runtime-config.ts'

export type Provider = 'google' | 'apple'

/** Who can sign people in beside this site, in the order in which they are offered. */
const providers: readonly { id: Provider; name: string }[] = [
  { id: 'google', name: 'Google' },
  { id: 'apple', name: 'Apple' },
]

/** Those that are set up; all where that is not known, such as on a site that is tried out. */
export function offeredProviders(): typeof providers {
  const known = knownConfig()?.providers
  return known ? providers.filter(({ id }) => known.includes(id)) : providers
}
