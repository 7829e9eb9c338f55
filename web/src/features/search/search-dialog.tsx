import { searchQueryMax } from '@hot/domain/search/limits'
import { type SearchResult, searchBadges } from '@hot/domain/search/results'
import { searchFold, searchPatterns } from '@hot/domain/text/search-fold'
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
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { listStep } from '#web/ui/forms/combobox.ts'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { type SearchView, useSearchResults } from './api.ts'

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
    </div>
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
      <Picture result={result} />
      <span>
        {highlightHits(result.title, query).map(({ start, text, hit }) =>
          hit ? <mark key={start}>{text}</mark> : text,
        )}
      </span>
      <Badge>{searchBadges[result.kind]}</Badge>
    </Link>
  )
}

function Picture({ result }: { result: SearchResult }) {
  switch (result.kind) {
    case 'star':
      return <Avatar id={result.star.id} name={result.title} src={result.star.avatar_url} size={36} />
    case 'post':
      return <PostTypeBadge type={result.post.type} />
    case 'format':
      return <Emoji of={result.format.emoji ?? '📺'} />
    case 'chart':
      return <Emoji of={result.chart.emoji} />
  }
}

function Emoji({ of }: { of: string }) {
  return <span aria-hidden="true">{of}</span>
}

/** The status text above the results. */
export function searchHeadline({ query, results, state }: Pick<SearchView, 'query' | 'results' | 'state'>): string {
  if (state === 'loading') return 'Suche...'
  if (state === 'failed') return 'Die Suche klemmt gerade. Versuch es noch einmal.'
  if (query === '') return 'Beliebte Inhalte'
  return results.length > 0 ? `Suchergebnisse für "${query}"` : `Keine Ergebnisse für "${query}" gefunden`
}

/** Part of a title; `start`: index of its first letter. */
type HighlightedPart = { start: number; text: string; hit: boolean }

/**
 * Length of the longest run of `letters` from `start` that folds to `pattern`, or 0. The longest, because a letter may
 * be folded into the one before it (`Zoë` becomes `zo`).
 */
function hitLength(letters: readonly string[], start: number, pattern: string): number {
  let longest = 0
  for (let end = start + 1; end <= letters.length && letters[end - 1] !== ' '; end++) {
    const folded = searchFold(letters.slice(start, end).join(''))
    if (folded === pattern) longest = end - start
    else if (folded.length >= pattern.length) break
  }
  return longest
}

/**
 * Splits a title into parts that a query matched and others, with the folding of the search: `mueller` matches
 * `Müller`.
 */
export function highlightHits(title: string, query: string): HighlightedPart[] {
  const letters = [...title]
  const hit = letters.map(() => false)
  for (const pattern of searchPatterns(query)) {
    for (let start = 0; start < letters.length; start++) {
      const length = hitLength(letters, start, pattern)
      if (length > 0) hit.fill(true, start, start + length)
    }
  }
  return letters.reduce<HighlightedPart[]>((parts, letter, index) => {
    const last = parts.at(-1)
    const isHit = hit[index] ?? false
    if (last?.hit === isHit) last.text += letter
    else parts.push({ start: index, text: letter, hit: isHit })
    return parts
  }, [])
}
