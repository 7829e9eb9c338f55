import { networkOf, SITE_FACTOR } from './networks.ts'

export type SlotLimits = { perNetwork: number; all: number }

/**
 * Counts what is under way for networks. Takes a slot for an address and answers how to give it back; undefined: there
 * is none left, for its network, the /48 around it or for all.
 */
export function networkSlots({ perNetwork, all }: SlotLimits): (address: string) => (() => void) | undefined {
  const taken = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (taken.get(key) ?? 0) + change
    if (count > 0) taken.set(key, count)
    else taken.delete(key)
  }
  return (address) => {
    const { network, site } = networkOf(address)
    const limits = [[network, perNetwork] as const, ['all', all] as const]
    if (site) limits.push([site, perNetwork * SITE_FACTOR])
    if (limits.some(([key, limit]) => (taken.get(key) ?? 0) >= limit)) return undefined
    for (const [key] of limits) add(key, 1)
    return () => {
      for (const [key] of limits) add(key, -1)
    }
  }
}
