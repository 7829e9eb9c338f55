import { useRouter, useRouterState } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'

type Given = Readonly<Record<string, unknown>>
type How = { push?: boolean; isSaved?: boolean }

/**
 * Filters and the open item of a screen, kept in the address. `read` makes what is typed there of what is found (values are
 * text; what makes no sense is undefined): the readers of `@hot/domain/url/search-param`, or a zod schema's `parse` with `catch`es.
 * It stands outside the component. Setting merges; `undefined` takes a value out. Without `push` no step back is added;
 * with `isSaved` no form asks whether to leave.
 */
export function useAdminSearch<Search extends object>(
  read: (given: Record<string, unknown>) => Search,
): [search: Search, setSearch: (changes: Partial<Search>, how?: How) => void] {
  const router = useRouter()
  const given: Given = useRouterState({ select: (state) => state.location.search })
  const search = useMemo(() => read({ ...given }), [given, read])
  const setSearch = useCallback(
    (changes: Partial<Search>, how: How = {}) => {
      const { pathname, search: now } = router.state.location
      const next: Record<string, unknown> = { ...now, ...changes }
      void router.navigate({
        to: pathname,
        search: next,
        replace: !how.push,
        resetScroll: false,
        ignoreBlocker: how.isSaved,
      })
    },
    [router],
  )
  return [search, setSearch]
}
