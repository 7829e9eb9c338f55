import { searchQueryMax } from '@hot/domain/search/limits'
import Search from 'lucide-react/icons/search'
import { type ComponentType, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { loadOncePressed } from '#web/lib/hydration/kept-taps.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

/** The overlay's code is loaded only when somebody is about to search. */
const load = () => import('./search-dialog.tsx')
/** Preloads the overlay; failures are ignored, because pressing the button tries again and reports them. */
const preload = () => void load().catch(() => {})

const track = 'search'
loadOncePressed(`[data-track=${track}]`, preload)

type DialogProps = {
  onClosed: () => void
  /** Returns the text typed so far, and ends the early field. */
  takeTyped: () => string
}

/** The search button of the header, its shortcuts (`/`, Ctrl or ⌘ K) and the overlay. */
export function SearchLauncher({ onUnavailable }: { onUnavailable: () => void }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null)
  // The element that had the focus when the search was opened; null unless the overlay is loading.
  const focusBefore = useRef<Element | null>(null)
  const [isWaiting, setWaiting] = useState(false)
  const earlyField = useRef<HTMLInputElement>(null)
  const takeTyped = useCallback(() => {
    const text = earlyField.current?.value ?? ''
    // Focused now, because the dialog restores the focus to what is focused when it opens.
    if (focusBefore.current instanceof HTMLElement) focusBefore.current.focus({ preventScroll: true })
    focusBefore.current = null
    setWaiting(false)
    return text
  }, [])
  const open = useCallback(() => {
    if (!Dialog) {
      focusBefore.current ??= document.activeElement
      setWaiting(true)
    }
    return (
      load()
        // Destructured here, so that an undefined module fails in this chain and not while rendering.
        .then(({ default: Loaded }) => setDialog(() => Loaded))
        .catch(() => {
          takeTyped()
          onUnavailable()
        })
    )
  }, [Dialog, onUnavailable, takeTyped])
  const closed = useCallback(() => setDialog(null), [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      void open()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [open])
  return (
    <>
      <IconButton
        label="Suche öffnen"
        className="noscript:hidden"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
        data-tooltip="Suche ( / )"
        data-track={track}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <Icon of={Search} size={24} />
      </IconButton>
      {isWaiting && <EarlyField field={earlyField} />}
      {Dialog && <Dialog onClosed={closed} takeTyped={takeTyped} />}
    </>
  )
}

/** An invisible field for what is typed before the overlay's own field is mounted. */
function EarlyField({ field }: { field: RefObject<HTMLInputElement | null> }) {
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [field])
  return <input ref={field} className="sr-only text-[16px]" aria-label="Suche" maxLength={searchQueryMax} />
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const writable = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

const isWriting = (target: EventTarget | null): boolean =>
  typeof (target as Element | null)?.closest === 'function' && (target as Element).closest(writable) !== null

/** Whether a key opens the search: `/` outside of fields, Ctrl or ⌘ K everywhere. */
export function opensSearch({ key, ctrlKey, metaKey, altKey, target }: Key): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && !isWriting(target)
}
