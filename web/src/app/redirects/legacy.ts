import { queryOptions } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const knownId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a legacy season address contains a valid id; the database would reject anything else. */
export const isSeasonId = (text: string): boolean => knownId.test(text)

/**
 * The current path of `/trash-talk/{rest}`: the same below `/trashtalk`. Empty segments are dropped and each one is
 * encoded, so that the target cannot leave this site.
 */
export function trashtalkPath(rest: string): string {
  const segments = rest.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
  return ['/trashtalk', ...segments.map(encodeURIComponent)].join('/')
}

type Asked = { searchStr: string; hash: string }

/**
 * For a permanently moved address: 301 from the server, a history replacement in the app. What `asked` says behind the
 * path stays, unless the new path says it itself.
 */
export function permanentRedirect(path: string, { searchStr, hash }: Asked) {
  const [bare = '', anchor = hash] = path.split('#')
  const href = `${bare}${bare.includes('?') ? '' : searchStr}${anchor && `#${anchor}`}`
  return redirect({ href, statusCode: 301, replace: true })
}

/** Current slug of a format by its current or a former one; null when there is none. */
export const formatSlugQuery = (oldSlug: string) =>
  queryOptions({
    queryKey: ['site', 'format-slug', oldSlug],
    queryFn: async ({ signal }) => {
      const format = await rpc('format_page', { p_slug: oldSlug }, signal)
      return format?.slug ?? null
    },
  })

/** Slugs of a season and its format by the season's id (UUID); null when there is none. */
export const seasonPathQuery = (seasonId: string) =>
  queryOptions({
    queryKey: ['site', 'season-path', seasonId],
    queryFn: ({ signal }) => rpc('season_path', { p_season_id: seasonId }, signal),
  })
