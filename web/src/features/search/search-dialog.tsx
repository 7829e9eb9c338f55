import { searchQueryMax } from '@hot/domain/search/limits'
import type { SearchResult } from '@hot/domain/search/results'
import { Link, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { listStep } from '#web/ui/forms/combobox.ts'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useOverlayHistory } from '#web/ui/overlays/overlay-history.ts'
import { type SearchView, useSearchResults } from './api.ts'
import { HitContent } from './hit-content.tsx'

const box =
  'mx-auto mt-0 mb-auto w-full max-w-full max-h-dvh overflow-y-auto overscroll-contain border-2 border-ink bg-sheet p-3 pt-[calc(12px+var(--safe-top,0px))] pb-[calc(12px+var(--safe-bottom,0px))] text-ink shadow-(--lift) backdrop:bg-(--scrim) sm:mt-4 sm:max-w-160'

type SearchDialogProps = {
  onClosed: () => void
  /** Returns the text typed before the field was mounted. */
  takeTyped: () => string
}

/**
 * The global search overlay, a native modal dialog: the focus stays inside, Escape closes it, and the focus returns to
 * where it was.
 */
export default function SearchDialog({ onClosed, takeTyped }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const router = useRouter()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const view = useSearchResults(text)
  const close = useCallback(() => {
    dialog.current?.close()
    // Called here too, because the close event fires later, when the search may have been opened again.
    onClosed()
  }, [onClosed])
  // Before `showModal`, which stores the focused element in order to restore the focus.
  useEffect(() => {
    const early = takeTyped()
    if (early) setText(early)
  }, [takeTyped])
  useModal(dialog, close)
  useOverlayHistory(true, { close })

  const type = (next: string) => {
    setText(next)
    setActive(-1)
  }
  const select = (index: number) => {
    setActive(index)
    document.getElementById(resultId(index))?.scrollIntoView({ block: 'nearest' })
  }
  const open = () => {
    const chosen = view.results[Math.max(active, 0)]
    if (!chosen) return
    close()
    void router.navigate({ to: chosen.path })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys belong to what is being composed: Enter takes a proposal of the keyboard.
    if (event.nativeEvent.isComposing) return
    const step = listStep(event.key, active, view.results.length)
    if (step !== null) select(step)
    else if (event.key === 'Enter') open()
    // By default Escape only clears a search field.
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
  }

  return (
    <dialog ref={dialog} className={box} aria-label="Suche" onClose={onClosed}>
      <div className="flex items-center gap-1">
        <div className="flex-1">
          <SearchCombobox
            text={text}
            active={active}
            expanded={view.results.length > 0}
            onType={type}
            onKeyDown={onKeyDown}
          />
        </div>
        <IconButton label="Suche schließen" onClick={close}>
          <Icon of={X} />
        </IconButton>
      </div>
      <SearchResults view={view} active={active} onChoose={close} />
    </dialog>
  )
}

type SearchComboboxProps = {
  text: string
  /** Index of the highlighted result, −1 for none. */
  active: number
  expanded: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
}

/** A shorter text on narrow screens. */
const placeholder = () => (window.matchMedia('(width >= 1024px)').matches ? 'Suchen...' : 'Suche...')

/** The field keeps the focus while the arrow keys select a result in the list below. */
function SearchCombobox({ text, active, expanded, onType, onKeyDown }: SearchComboboxProps) {
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

/** Opens a native dialog as a modal; a press outside its box closes it. */
function useModal(ref: RefObject<HTMLDialogElement | null>, onPressOutside: () => void): void {
  useEffect(() => {
    if (ref.current && !ref.current.open) ref.current.showModal()
  }, [ref])
  useEffect(() => {
    const dialog = ref.current
    // A press on the backdrop has the dialog itself as target, a press on its content a descendant.
    const onPress = (event: MouseEvent) => event.target === dialog && onPressOutside()
    dialog?.addEventListener('click', onPress)
    return () => dialog?.removeEventListener('click', onPress)
  }, [ref, onPressOutside])
}

type SearchResultsProps = { view: SearchView; active: number; onChoose: () => void }

/** Headline and results. The height is always that of a full list, so that nothing shifts while typing. */
function SearchResults({ view, active, onChoose }: SearchResultsProps) {
  const headline = searchHeadline(view)
  return (
    <div className="mt-2 min-h-92">
      <p className="meta px-2.5 pt-1" role="status">
        {headline}
      </p>
      {view.state === 'failed' && (
        <p className="p-2.5">
          <Button small onClick={view.retry}>
            Erneut versuchen
          </Button>
        </p>
      )}
      <div id={resultListId} role="listbox" aria-label={headline}>
        {view.results.map((result, index) => (
          <SearchRow
            key={result.key}
            id={resultId(index)}
            result={result}
            query={view.query}
            active={index === active}
            onChoose={onChoose}
          />
        ))}
      </div>
      {view.state === 'ready' && view.query !== '' && <Beyond view={view} onChoose={onChoose} />}
    </div>
  )
}

/** Below the results: the page with all of them, and what is popular where there are none. */
function Beyond({ view, onChoose }: Omit<SearchResultsProps, 'active'>) {
  return (
    <>
      <p className="px-2.5 py-2">
        <Link to="/suche" search={{ q: view.query }} className="link" preload={false} onClick={onChoose}>
          Alle Ergebnisse für „{view.query}“
        </Link>
      </p>
      {view.popular.length > 0 && (
        <section aria-label="Beliebte Inhalte">
          <h2 className="meta px-2.5 pt-2">Beliebte Inhalte</h2>
          {view.popular.map((result) => (
            <Link key={result.key} to={result.path} className="search-hit" onClick={onChoose}>
              <HitContent result={result} query="" />
            </Link>
          ))}
        </section>
      )}
    </>
  )
}

const resultListId = 'search-results'
const resultId = (index: number): string => `search-result-${index}`

type SearchRowProps = { id: string; result: SearchResult; query: string; active: boolean; onChoose: () => void }

/** One result: an option of the listbox that is also a link, so that it can be opened in a new tab. */
function SearchRow({ id, result, query, active, onChoose }: SearchRowProps) {
  return (
    <Link
      id={id}
      to={result.path}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-hit"
      preload={active ? 'render' : 'intent'}
      onClick={onChoose}
    >
      <HitContent result={result} query={query} />
    </Link>
  )
}

/** The status text above the results. */
export function searchHeadline({ query, results, state }: Pick<SearchView, 'query' | 'results' | 'state'>): string {
  if (state === 'loading') return 'Suche...'
  if (state === 'failed') return 'Die Suche klemmt gerade. Versuch es noch einmal.'
  if (query === '') return 'Beliebte Inhalte'
  return results.length > 0 ? `Suchergebnisse für "${query}"` : `Keine Ergebnisse für "${query}" gefunden`
}
