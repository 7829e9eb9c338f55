import type { AdminSeason } from '@hot/domain/contract/admin/formats'
import { formatSentences } from '@hot/domain/format/refusals'
import { type SeasonFields, seasonForm } from '@hot/domain/format/season-form'
import { searchQueryMax } from '@hot/domain/search/limits'
import { starName } from '@hot/domain/star/name'
import { cleanLine } from '@hot/domain/text/sanitize-text'
import { choiceParam, patternParam, termParam, uuidPattern } from '@hot/domain/url/search-param'
import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import type { FieldRefusals } from '../kit/entity-form.tsx'
import { listQuery } from '../kit/list.tsx'
import { storedFields } from '../kit/write.ts'

/** Always refetched, because others change it too. */
const personal = { staleTime: 0, meta: { personal: true } }

export const seasonsQuery = ({ q, status }: SeasonsSearch) =>
  listQuery(['admin', 'seasons', { q, status }], 'admin_seasons_page', {
    p_query: q,
    p_state: status && seasonStates[status],
  })

/** What stands stored now; null if it is gone. */
export const readSeason = (id: string) => rpc('admin_season', { p_id: id })

/** Not cached once the form is closed: a form filled from stale data could not be saved. */
export const seasonQuery = (id: string) =>
  queryOptions({
    ...personal,
    gcTime: 0,
    queryKey: ['admin', 'season', id],
    queryFn: ({ signal }) => rpc('admin_season', { p_id: id }, signal),
  })

/** States: URL word to RPC value. */
const seasonStates = {
  kommt: 'upcoming',
  läuft: 'running',
  beendet: 'ended',
  'ohne-cast': 'without_cast',
} as const
export const seasonStateKeys = ['kommt', 'läuft', 'beendet', 'ohne-cast'] as const

export type SeasonsSearch = {
  q?: string | undefined
  status?: keyof typeof seasonStates | undefined
}

export const seasonsSearch = (given: Record<string, unknown>): SeasonsSearch => ({
  q: termParam(given.q, searchQueryMax),
  status: choiceParam(given.status, seasonStateKeys),
})

/** The format a new season is for. */
export const newSeasonSearch = (given: Record<string, unknown>): { format?: string | undefined } => ({
  format: patternParam(given.format, uuidPattern),
})

/** A cast member being edited. */
/** `line` tells a star from others of its name. */
export type CastEntry = {
  id: string
  name: string
  line: string | null
  avatarUrl: string | null
  isActive: boolean
  placement: string
}

const { season_number: _, ...textShape } = seasonForm.shape

/** Form fields of a stored season, or of a new one with a suggested number. */
export const seasonFields = (season: AdminSeason | null, newNumber = 1): SeasonFields => ({
  ...storedFields<Omit<SeasonFields, 'season_number'>>(textShape, season, {}),
  season_number: String(season?.season_number ?? newNumber),
})

export const castOf = (season: AdminSeason): CastEntry[] =>
  season.cast.map((star) => ({
    id: star.id,
    name: starName(star),
    line: star.distinguished_by ?? null,
    avatarUrl: star.avatar_url,
    isActive: star.is_active,
    placement: star.placement ?? '',
  }))

/** What is stored of a cast member: name and picture are the star's. */
export const storedEntry = ({ id, placement }: CastEntry) => ({ id, placement: cleanLine(placement) })

/** How a season's fields are called in a conflict. */
export const seasonTexts: FieldTexts<SeasonFields> = {
  season_number: 'Nummer',
  title: 'Titel',
  slug: 'Adresse',
  start_date: 'Erster Tag',
  end_date: 'Letzter Tag',
  location: 'Drehort',
  description: 'Beschreibung',
}

/** A cast as read in a conflict: `Anna (Platz 1), Ben`. */
export const castText = (cast: readonly CastEntry[]): string =>
  cast.map(({ name, placement }) => (placement ? `${name} (${placement})` : name)).join(', ')

/** The stored season and the version the form was filled from; null for a new one. */
type Stored = { id: string; seen: string } | null

/** Arguments of `admin_save_season`. */
const saveArguments = (
  stored: Stored,
  formatId: string,
  fields: SeasonFields,
  cast: readonly Pick<CastEntry, 'id' | 'placement'>[],
) => ({
  p_id: stored?.id ?? null,
  p_seen: stored?.seen ?? null,
  p_values: {
    ...fields,
    format_id: formatId,
    season_number: Number(fields.season_number),
    start_date: fields.start_date || null,
    end_date: fields.end_date || null,
  },
  p_stars: cast.map(({ id }) => id),
  p_placements: cast.map(({ placement }) => placement),
})

/** Refusals that belong to one field. */
export const seasonFieldRefusals: FieldRefusals<SeasonFields> = {
  season_number_taken: ['season_number'],
  // Two concurrent saves: the unique constraint.
  '23505': ['season_number', formatSentences.season_number_taken],
  season_slug_taken: ['slug'],
  season_slug_misleading: ['slug'],
}

export const seasonRefusals: Readonly<Record<string, string>> = {
  format_gone: 'Dieses Format gibt es nicht mehr. Wähl ein anderes.',
  not_allowed: 'Das darfst du nicht mehr. Melde dich neu an.',
  '23503': 'Einen Star aus dem Cast gibt es nicht mehr. Lade die Seite neu.',
}

/** Stores a season with its cast in order. Throws DataError. */
export const saveSeason = (...given: Parameters<typeof saveArguments>) =>
  rpc('admin_save_season', saveArguments(...given))

/** Throws DataError if something was added to it in the meantime. */
export const deleteSeason = ({ id, participants, events }: AdminSeason) =>
  rpc('admin_delete_season', { p_id: id, p_participants: participants, p_events: events })
