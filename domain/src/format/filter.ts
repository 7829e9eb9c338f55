import { searchFold } from '../text/search-fold.ts'

type FilterableFormat = {
  name: string
  short_name: string | null
  description: string | null
  broadcaster_id: string | null
  streaming_provider_id: string | null
  is_active?: boolean
}

/** Chosen filters; undefined, null and empty text do not filter. */
export type FormatFilter = {
  text?: string | null
  is_active?: boolean | null
  broadcaster_id?: string | null
  streaming_provider_id?: string | null
}

/** Filters formats in the browser: text in name, short name or description, all other fields by equality. */
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
