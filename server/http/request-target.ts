/** Longest request target of a page: far above every address of ours, far below what costs anything. */
const longestPageTarget = 8_192
/** PostgREST filters such as `id=in.(…)` may be long. */
const longestApiTarget = 32_768

export type PageTarget = {
  /** Path with every segment percent-encoded the one way that counts as the cache key. */
  path: string
  search: URLSearchParams
}

export type Refusal = { status: 400 | 414 }

const apiPrefix = /^\/(rest|auth|storage)\/v1(?=\/|$)/

export const isApiTarget = (target: string) => apiPrefix.test(target)

/** A stray byte or backslash is never sent by a browser; a raw `//host` would be read as another site. */
const unusable = /[^\x21-\x7e]|^(?!\/)/
const control = /[\p{Cc}\\]/u

function canonicalSegment(segment: string): string | undefined {
  let plain: string
  try {
    plain = decodeURIComponent(segment)
  } catch {
    return undefined
  }
  if (plain === '.' || plain === '..' || control.test(plain)) return undefined
  return encodeURIComponent(plain)
}

/** Reads the target of a page request, or says with which status it is refused. Costs no render. */
export function readPageTarget(target: string): PageTarget | Refusal {
  if (target.length > longestPageTarget) return { status: 414 }
  if (unusable.test(target)) return { status: 400 }
  const end = target.indexOf('?')
  const rawPath = end === -1 ? target : target.slice(0, end)
  const segments = rawPath.split('/').map(canonicalSegment)
  if (segments.includes(undefined)) return { status: 400 }
  return { path: segments.join('/'), search: new URLSearchParams(end === -1 ? '' : target.slice(end + 1)) }
}

/** The same check for the API prefixes, which keep their own encoding: only length and stray bytes count. */
export function refuseApiTarget(target: string): Refusal | undefined {
  if (target.length > longestApiTarget) return { status: 414 }
  return unusable.test(target) ? { status: 400 } : undefined
}

/** One address per page: without doubled slashes and without one at the end. Undefined: it is that already. */
export function tidyPath(path: string): string | undefined {
  const tidy = path.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1')
  return tidy === path ? undefined : tidy
}
