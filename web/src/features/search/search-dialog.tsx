import { searchQueryMax } from '@hot/domain/search/limits'
import { Link, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { type Combobox, ComboboxList, ComboboxStatus, useCombobox } from '#web/ui/forms/combobox.tsx'
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

  const combobox = useCombobox({
    text: text.trim(),
    count: view.results.length,
    onTake: (index) => {
      const chosen = view.results[index]
      if (!chosen) return
      close()
      void router.navigate({ to: chosen.path })
    },
    // By default Escape only clears a search field.
    onEscape: close,
  })

  const retry = () => {
    // The button goes while it searches.
    dialog.current?.querySelector('input')?.focus()
    view.retry()
  }
  return (
    <dialog ref={dialog} className={box} aria-label="Suche" onClose={onClosed}>
      <div className="flex items-center gap-1">
        <div className="flex-1">
          <SearchField
            {...combobox.fieldProps}
            label="Suche"
            placeholder={placeholder()}
            maxLength={searchQueryMax}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <IconButton label="Suche schließen" onClick={close}>
          <Icon of={X} />
        </IconButton>
      </div>
      <SearchResults view={view} combobox={combobox} onChoose={close} onRetry={retry} />
    </dialog>
  )
}

/** A shorter text on narrow screens. */
const placeholder = () => (window.matchMedia('(width >= 1024px)').matches ? 'Suchen...' : 'Suche...')

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

type BeyondProps = { view: SearchView; onChoose: () => void }
type SearchResultsProps = BeyondProps & { combobox: Combobox; onRetry: () => void }

/** Headline and results. The height is always that of a full list, so that nothing shifts while typing. */
function SearchResults({ view, combobox, onChoose, onRetry }: SearchResultsProps) {
  const headline = searchHeadline(view)
  return (
    <div className="mt-2 min-h-92">
      <p className="meta px-2.5 pt-1" role="status">
        {headline}
      </p>
      <ComboboxStatus state={view.state} count={view.results.length} />
      {view.state === 'failed' && (
        <p className="p-2.5">
          <Button small onClick={onRetry}>
            Erneut versuchen
          </Button>
        </p>
      )}
      <ComboboxList combobox={combobox} label={headline}>
        {view.results.map((result, index) => (
          // Also a link, so that it can be opened in a new tab.
          <Link
            {...combobox.optionProps(index)}
            key={result.key}
            to={result.path}
            className="search-hit"
            preload={index === combobox.active ? 'render' : 'intent'}
            onClick={onChoose}
          >
            <HitContent result={result} query={view.query} />
          </Link>
        ))}
      </ComboboxList>
      {view.state === 'ready' && view.query !== '' && <Beyond view={view} onChoose={onChoose} />}
    </div>
  )
}

/** Below the results: the page with all of them, and what is popular where there are none. */
function Beyond({ view, onChoose }: BeyondProps) {
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

/** The status text above the results. */
export function searchHeadline({ query, results, state }: Pick<SearchView, 'query' | 'results' | 'state'>): string {
  if (state === 'loading') return 'Suche...'
  if (state === 'failed') return 'Die Suche klemmt gerade. Versuch es noch einmal.'
  if (query === '') return 'Beliebte Inhalte'
  return results.length > 0 ? `Suchergebnisse für "${query}"` : `Keine Ergebnisse für "${query}" gefunden`
}
