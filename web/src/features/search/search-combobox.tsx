import { searchQueryMax } from '@hot/domain/search/limits'
import type { KeyboardEventHandler } from 'react'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { resultId, resultListId } from './search-row.tsx'

type Props = {
  text: string
  /** Place of the marked result, −1 for none. */
  active: number
  expanded: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
}

/** The shorter word where there is less room. */
const placeholder = () => (window.matchMedia('(width >= 1024px)').matches ? 'Suchen...' : 'Suche...')

/** The field keeps the focus while the arrow keys mark a result in the list below. */
export function SearchCombobox({ text, active, expanded, onType, onKeyDown }: Props) {
  return (
    <SearchField
      label="Suche"
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={expanded}
      aria-controls={resultListId}
      aria-activedescendant={active >= 0 ? resultId(active) : undefined}
      placeholder={placeholder()}
      maxLength={searchQueryMax}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKeyDown}
    />
  )
}
