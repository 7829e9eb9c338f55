import { searchFold } from '../text/search-fold.ts'

type FilterableFormat = {
  name: string
  short_name: string | null
  description: string | null
  broadcaster_id: string | null
  streaming_provider_id: string | null
  is_active?: boolean
}

/** What a visitor chose; anything empty (undefined, null, blank) does not filter. */
export type FormatFilter = {
  text?: string | null
  is_active?: boolean | null
  broadcaster_id?: string | null
  streaming_provider_id?: string | null
}

/** Filters formats in the browser: text in name, short name or description, the rest by equality. */
export function filterFormats<T extends FilterableFormat>(formats: readonly T[], filter: FormatFilter): T[] {
  const text = searchFold(filter.text ?? '')
  return formats.filter(
    (format) =>
      hasText(format, text) &&
      fits(filter.is_active, format.is_active) &&
      fits(filter.broadcaster_id, format.broadcaster_id) &&
      fits(filter.streaming_provider_id, format.streaming_provider_id),
  )
}

/** The format with that id or slug; undefined for an empty value. */
export function findFormat<T, K extends keyof T>(formats: readonly T[], key: K, value: T[K] | '' | null | undefined) {
  return isEmpty(value) ? undefined : formats.find((format) => format[key] === value)
}

/** The format a legacy slug belongs to now; undefined for an empty value. */
export function findFormatByLegacySlug<T extends { id: string }>(
  formats: readonly T[],
  history: readonly { old_slug: string; format_id: string }[],
  oldSlug: string | null | undefined,
): T | undefined {
  if (isEmpty(oldSlug)) return undefined
  return findFormat(formats, 'id', history.find((entry) => entry.old_slug === oldSlug)?.format_id)
}

function hasText(format: FilterableFormat, text: string): boolean {
  if (text === '') return true
  return [format.name, format.short_name, format.description].some((field) => searchFold(field ?? '').includes(text))
}

function fits<T>(wanted: T | null | undefined, actual: T | null | undefined): boolean {
  return isEmpty(wanted) || wanted === actual
}

function isEmpty(value: unknown): value is null | undefined | '' {
  return value === undefined || value === null || value === ''
}
