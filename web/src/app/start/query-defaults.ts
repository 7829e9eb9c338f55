import { queryPolicy } from '@hot/domain/network/query-policy'
import { isSilentForLong } from '#web/lib/api/backend-reachable.ts'
import { retryWaitMs } from '#web/lib/api/transport/retry-rule.ts'
import type { Reader } from '#web/lib/offline/persisted-queries/persisted-reader.ts'
import { isOnline, policyNow } from '#web/platform/device/device.ts'

/** Reads are retried here only. */
export const readRetries = {
  retry(failures: number, error: unknown) {
    // The shells refetch by themselves once the backend answers.
    if (import.meta.env.VITE_SHELL === 'native' && isSilentForLong()) return false
    return isOnline() && retryWaitMs(failures, error, policyNow()) !== null
  },
  retryDelay: (failures: number, error: unknown) => retryWaitMs(failures, error, policyNow()) ?? 0,
}

/** In the shells all reads go through the device's persisted answers; the code is loaded with the first request. */
const readPersisted: Reader = async (ask, context, query) =>
  (await import('#web/lib/offline/persisted-queries/persisted-queries.native.ts')).readPersisted(ask, context, query)

/** No retries on the server, where they would only delay the error page. */
export const queryDefaults = {
  staleTime: queryPolicy.freshMs,
  // On the server each page has its own query client; a timer for each query would retain it for half an hour.
  gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : queryPolicy.cachedMs,
  refetchOnWindowFocus: queryPolicy.refetchOnFocus,
  refetchOnReconnect: queryPolicy.refetchOnReconnect,
  // Offline, a page shows the failure immediately; waiting for the network would leave it on its skeleton.
  networkMode: 'always' as const,
  ...(import.meta.env.SSR ? { retry: false as const } : readRetries),
  ...(import.meta.env.VITE_SHELL === 'native' && !import.meta.env.SSR ? { persister: readPersisted } : {}),
}
