/**
 * Kinds of addresses, for metrics and for the summary of each minute. With a label for each address, visitors could
 * exhaust the memory of the monitoring system.
 */
const kinds = [
  [/^\/rest\/v1\/rpc\//, 'rpc'],
  [/^\/rest\/v1\//, 'rest'],
  [/^\/auth\/v1\//, 'auth'],
  [/^\/storage\/v1\//, 'storage'],
  [/^\/realtime\/v1\//, 'realtime'],
  [/^\/assets\//, 'asset'],
  [/^\/og\//, 'picture'],
  [/^\/_live\//, 'live'],
  [/^\/(health|config\.json|robots\.txt|sw\.js|manifest\.webmanifest|_.*)$/, 'service'],
  [/\.(ics|rss|xml)$/, 'feed'],
] as const satisfies readonly (readonly [RegExp, string])[]

export type RequestKind = (typeof kinds)[number][1] | 'page'

export const requestKinds: readonly RequestKind[] = [...kinds.map(([, kind]) => kind), 'page']

export const kindOf = (path: string): RequestKind => kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'page'

/** `2xx` to `5xx`. */
export const statusKind = (status: number): string => `${Math.trunc(status / 100)}xx`
