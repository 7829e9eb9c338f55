import { searchQueryMax } from '@hot/domain/search/limits'
import { Link, useRouter } from '@tanstack/react-router'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from '#web/create-store.ts'
import { useAwake } from '#web/lib/hydration/late-part.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { type Combobox, ComboboxList, ComboboxStatus, useCombobox } from '#web/ui/forms/combobox.tsx'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { useWideScreen } from '#web/ui/hooks/wide-screen.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { useOverlayHistory } from '#web/ui/overlays/overlay-history.ts'
import { type SearchView, useSearchResults } from './api.ts'
import { HitContent } from './hit-content.tsx'
import { hideSearch, searchId, searchShown, showSearch } from './search-shown.ts'

const box =
  'mx-auto mt-0 mb-auto w-full max-w-full max-h-dvh overflow-y-auto overscroll-contain border-2 border-ink bg-sheet p-3 pt-[calc(12px+var(--safe-top,0px))] pb-[calc(12px+var(--safe-bottom,0px))] text-ink shadow-(--lift) backdrop:bg-(--scrim) sm:mt-4 sm:max-w-160'

/**
 * The global search overlay, a native modal dialog: the focus stays inside, Escape closes it, and the focus returns to
 * where it was. It is part of every page and stays in it; its code comes with the first press. Until then the browser opens
 * it, and its form leads to the page of results.
 */
export default function SearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  const router = useRouter()
  const isOpen = useStore(searchShown)
  const [text, setText] = useState('')
  const view = useSearchResults(text, isOpen)
  useAwake(dialog)
  usePressBeside(dialog)
  // What was typed before; the field itself stays, with focus and caret.
  useLayoutEffect(() => setText(dialog.current?.querySelector('input')?.value ?? ''), [])
  useLayoutEffect(() => {
    if (!isOpen) return
    showSearch()
    return () => {
      setText('')
      // Also when it goes with the page's frame, as below an error screen: it must not come back open.
      searchShown.set(false)
    }
  }, [isOpen])
  useOverlayHistory(isOpen, { close: hideSearch })

  const combobox = useCombobox({
    text: text.trim(),
    count: view.results.length,
    onTake: (index) => {
      const chosen = view.results[index]
      if (!chosen) return
      hideSearch()
      void router.navigate({ to: chosen.path })
    },
    // By default Escape only clears a search field.
    onEscape: hideSearch,
  })

  const retry = () => {
    // The button goes while it searches.
    dialog.current?.querySelector('input')?.focus()
    view.retry()
  }
  return (
    <dialog ref={dialog} id={searchId} className={box} aria-label="Suche" data-asleep="" suppressHydrationWarning>
      <form action="/suche" className="flex items-center gap-1">
        <div className="flex-1">
          <SearchField
            {...combobox.fieldProps}
            name="q"
            label="Suche"
            placeholder={useWideScreen(false) ? 'Suchen...' : 'Suche...'}
            maxLength={searchQueryMax}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <IconButton label="Suche schließen" command="close" commandfor={searchId} onClick={hideSearch}>
          <Icon of={X} />
        </IconButton>
      </form>
      <SearchResults view={view} combobox={combobox} onChoose={hideSearch} onRetry={retry} />
    </dialog>
  )
}

/** A press on the backdrop has the dialog itself as target, a press on its content a descendant. */
function usePressBeside(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current
    const onPress = (event: MouseEvent) => event.target === dialog && hideSearch()
    dialog?.addEventListener('click', onPress)
    return () => dialog?.removeEventListener('click', onPress)
  }, [ref])
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

/** Below the results: the page with all of them; where there are none, what is popular. */
function Beyond({ view, onChoose }: BeyondProps) {
  return (
    <>
      {view.results.length > 0 && (
        <p className="px-2.5 py-2">
          <Link to="/suche" search={{ q: view.query }} className="link" preload={false} onClick={onChoose}>
            Alle Ergebnisse für „{view.query}“
          </Link>
        </p>
      )}
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
