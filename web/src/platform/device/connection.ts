import { type NetworkPolicy, networkPolicy } from '@hot/domain/network/query-policy'

type Connection = { effectiveType?: string }

/** Time-out and retries on the connection this device has right now; Safari and Firefox do not tell which that is. */
export const policyNow = (): NetworkPolicy =>
  networkPolicy((navigator as Navigator & { connection?: Connection }).connection?.effectiveType)
