/** Longest request target of a page, in characters: far longer than every URL of the site, and still cheap to parse. */
const longestPageTarget = 8_192
/** PostgREST filters such as `id=in.(…)` may be long. */
const longestApiTarget = 32_768

export type PageTarget = {
  /** Path with every segment percent-encoded canonically: the cache key. */
  path: string
  search: URLSearchParams
}

export type Refusal = { status: 400 | 414 }

const apiPrefix = /^\/(rest|auth|storage)\/v1(?=\/|$)/

export const isApiTarget = (target: string) => apiPrefix.test(target)

/** Anything but printable ASCII, as browsers encode the rest, and targets that do not begin with a slash. */
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

/** Parses the target of a page request, or returns the error status, so that nothing is rendered for it. */
export function readPageTarget(target: string): PageTarget | Refusal {
  if (target.length > longestPageTarget) return { status: 414 }
  if (unusable.test(target)) return { status: 400 }
  const end = target.indexOf('?')
  const rawPath = end === -1 ? target : target.slice(0, end)
  const segments = rawPath.split('/').map(canonicalSegment)
  if (segments.includes(undefined)) return { status: 400 }
  return { path: segments.join('/'), search: new URLSearchParams(end === -1 ? '' : target.slice(end + 1)) }
}

/** Checks length and bytes of a target below an API prefix. Its encoding is left as it is. */
export function refuseApiTarget(target: string): Refusal | undefined {
  if (target.length > longestApiTarget) return { status: 414 }
  return unusable.test(target) ? { status: 400 } : undefined
}

/**
 * The path without duplicate and trailing slashes, capitals and blanks around its parts; undefined when it has none. The
 * routes of the app match in any case and ignore blanks at the end, so that each spelling would be rendered and stored as a
 * page of its own.
 */
export function tidyPath(path: string): string | undefined {
  const tidy = path
    .replace(/(?:%20)+(?=\/|$)|(?<=\/)(?:%20)+/g, '')
    .replace(/\/{2,}/g, '/')
    .replace(/(.)\/$/, '$1')
    .replace(/%[0-9A-F]{2}|[A-Z]+/g, (part) => (part.startsWith('%') ? part : part.toLowerCase()))
  return tidy === path ? undefined : tidy
}
