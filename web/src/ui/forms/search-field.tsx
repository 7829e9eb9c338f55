import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import Search from 'lucide-react/icons/search'
import { type ComponentProps, useEffect, useEffectEvent, useRef } from 'react'
import { Icon } from '../media/icon.tsx'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'aria-label'> & { label: string }

/** A search field with a magnifier icon; `label` is for screen readers only. */
export function SearchField({ label, placeholder = 'Suchen...', ...input }: SearchFieldProps) {
  return (
    <label className="search-field">
      <Icon of={Search} />
      <input type="search" className="field-input" aria-label={label} placeholder={placeholder} {...input} />
    </label>
  )
}

type LiveSearchProps = Omit<
  ComponentProps<typeof SearchField>,
  'onChange' | 'defaultValue' | 'value' | 'ref' | 'maxLength'
> & {
  /** The term the page currently shows. */
  term: string
  /** Called after a pause in typing, and immediately on Enter. */
  onSearch: (term: string) => void
}

/**
 * Search as you type, `searchDebounceMs` after the last keystroke, also for what was typed before hydration. A new `term`
 * never replaces text while the field has the focus.
 */
export function LiveSearchField({ term, onSearch, ...field }: LiveSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchIn = (delay: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(input.current?.value.trim() ?? ''), delay)
  }
  const shown = useRef(term)
  useEffect(() => {
    if (shown.current === term) return
    shown.current = term
    if (input.current && document.activeElement !== input.current) input.current.value = term
  }, [term])
  const searchTypedEarly = useEffectEvent(() => {
    if (input.current && input.current.value.trim() !== term) searchIn(searchDebounceMs)
  })
  useEffect(() => searchTypedEarly(), [])
  return (
    <SearchField
      {...field}
      ref={input}
      defaultValue={term}
      maxLength={searchQueryMax}
      onChange={() => searchIn(searchDebounceMs)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        searchIn(0)
      }}
    />
  )
}
