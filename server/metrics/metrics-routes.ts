/** Kinds of addresses, few and fixed: a label for each address would let visitors fill the memory of whoever counts. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\/rest\/v1\/rpc\//, 'rpc'],
  [/^\/rest\/v1\//, 'rest'],
  [/^\/auth\/v1\//, 'auth'],
  [/^\/storage\/v1\//, 'storage'],
  [/^\/realtime\/v1\//, 'realtime'],
  [/^\/assets\//, 'asset'],
  [/^\/og\//, 'picture'],
  [/^\/(health|config\.json|robots\.txt|sw\.js|manifest\.webmanifest|_.*)$/, 'service'],
  [/\.(ics|rss|xml)$/, 'feed'],
]

export const routeKind = (path: string): string => kinds.find(([pattern]) => pattern.test(path))?.[1] ?? 'page'

/** `2xx` to `5xx`. */
export const statusKind = (status: number): string => `${Math.trunc(status / 100)}xx`

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
export const methodKind = (method: string): string => (methods.has(method) ? method : 'other')
