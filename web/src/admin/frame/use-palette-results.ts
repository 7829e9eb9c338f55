import type { PickKind } from '@hot/domain/contract/admin/staff'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useDebounced } from '#web/ui/hooks/use-debounced.ts'
import { entryOf, kindsOpenTo, type PaletteEntry, palettePlaces, placesFor } from './palette-entries.ts'

const perKind = 4
/** One letter finds everything and nothing. */
const shortest = 2

async function pick(kind: PickKind, query: string, signal: AbortSignal): Promise<PaletteEntry[]> {
  const found = await rpc('admin_pick', { p_kind: kind, p_query: query }, signal)
  return found.slice(0, perKind).map((one) => entryOf(kind, one))
}

export type PaletteResults = { entries: PaletteEntry[]; state: 'ready' | 'loading' | 'failed' }

/** Places at once; stars, formats, seasons and members once typing rests. */
export function usePaletteResults(text: string, isAdmin: boolean): PaletteResults {
  const typed = text.trim().slice(0, searchQueryMax)
  const query = useDebounced(typed, searchDebounceMs)
  const found = useQuery({
    queryKey: ['admin', 'palette', isAdmin, query],
    queryFn: async ({ signal }) =>
      (await Promise.all(kindsOpenTo(isAdmin).map((kind) => pick(kind, query, signal)))).flat(),
    enabled: query.length >= shortest,
    staleTime: 0,
    meta: { personal: true },
  })
  const places = placesFor(typed, palettePlaces(isAdmin))
  if (typed.length < shortest) return { entries: places, state: 'ready' }
  if (found.isError && typed === query) return { entries: places, state: 'failed' }
  if (typed !== query || !found.data) return { entries: places, state: 'loading' }
  return { entries: [...places, ...found.data], state: 'ready' }
}
