import { redirect } from '@tanstack/react-router'

const knownId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a legacy season address holds an id at all; anything else would be refused by the database. */
export const isSeasonId = (text: string): boolean => knownId.test(text)

/**
 * Where `/trash-talk/{rest}` lives now: the same place below `/trashtalk`. Empty segments are dropped and each one is
 * encoded, so that the target cannot leave this site.
 */
export function trashtalkPath(rest: string): string {
  const segments = rest.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  return ['/trashtalk', ...segments.map(encodeURIComponent)].join('/')
}

/** For an address that has moved for good: 301 from the server, a silent replacement in the app. */
export const permanentRedirect = (path: string) => redirect({ href: path, statusCode: 301, replace: true })
