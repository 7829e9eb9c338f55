import { searchQueryMax } from '@hot/domain/search/limits'
import { useRouter } from '@tanstack/react-router'
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
import { IconButton } from '#web/ui/controls/button.tsx'
import { listStep } from '#web/ui/forms/list-step.ts'
import { SearchField } from '#web/ui/forms/search-field.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { useSearchResults } from './api.ts'
import { resultId, resultListId, SearchResults } from './search-results.tsx'

const box =
  'mx-auto mt-0 mb-auto w-full max-w-full max-h-dvh overflow-y-auto overscroll-contain border-2 border-ink bg-sheet p-3 pt-[calc(12px+var(--safe-top,0px))] pb-[calc(12px+var(--safe-bottom,0px))] text-ink shadow-(--lift) backdrop:bg-(--scrim) sm:mt-4 sm:max-w-160'

type SearchDialogProps = {
  onClosed: () => void
  /** What was typed before the field was there. */
  takeTyped: () => string
}

/**
 * The global search overlay. A native modal dialog: focus stays inside, Escape closes it and the focus returns to
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
    // Not left to the close event: it comes later, and the search may have been called again by then.
    onClosed()
  }, [onClosed])
  // Before the dialog opens, which remembers where the focus was.
  useEffect(() => {
    const early = takeTyped()
    if (early) setText(early)
  }, [takeTyped])
  useModal(dialog, close)

  const type = (next: string) => {
    setText(next)
    setActive(-1)
  }
  const mark = (index: number) => {
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
    if (step !== null) mark(step)
    else if (event.key === 'Enter') open()
    // A search field would only empty itself.
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
  /** Place of the marked result, −1 for none. */
  active: number
  expanded: boolean
  onType: (text: string) => void
  onKeyDown: KeyboardEventHandler
}

/** The shorter word where there is less room. */
const placeholder = () => (window.matchMedia('(width >= 1024px)').matches ? 'Suchen...' : 'Suche...')

/** The field keeps the focus while the arrow keys mark a result in the list below. */
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

/** Opens a native dialog as modal once it is there; a press outside its box asks to close it. */
function useModal(ref: RefObject<HTMLDialogElement | null>, onPressOutside: () => void): void {
  useEffect(() => {
    if (ref.current && !ref.current.open) ref.current.showModal()
  }, [ref])
  useEffect(() => {
    const dialog = ref.current
    // The backdrop belongs to the dialog element itself; its content is always a descendant.
    const onPress = (event: MouseEvent) => event.target === dialog && onPressOutside()
    dialog?.addEventListener('click', onPress)
    return () => dialog?.removeEventListener('click', onPress)
  }, [ref, onPressOutside])
}
