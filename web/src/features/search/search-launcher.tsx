import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { opensSearch } from './search-shortcut.ts'
import { typedAhead } from './typed-ahead.ts'

/** Nothing of the overlay is on a page until someone is about to search. */
const load = () => import('./search-dialog.tsx')
/** A head start on hover and focus; if it fails, pressing the button tries again and says so. */
const preload = () => void load().catch(() => {})

type DialogProps = {
  onClosed: () => void
  /** Hands over what was typed until now; from then on the field has the keys. */
  takeTyped: () => string
}

/** The search button of the header, its shortcuts (`/`, Ctrl or ⌘ K) and the place of the overlay. */
export function SearchLauncher({ onUnavailable }: { onUnavailable: () => void }) {
  const [Dialog, setDialog] = useState<ComponentType<DialogProps> | null>(null)
  // What is typed between the call for the search and its field; null while nobody waits.
  const typed = useRef<string | null>(null)
  const takeTyped = useCallback(() => {
    const text = typed.current ?? ''
    typed.current = null
    return text
  }, [])
  const open = useCallback(() => {
    if (!Dialog) typed.current ??= ''
    return (
      load()
        // Taken apart here: a missing module must fail in this chain, not while rendering.
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
      const text = typed.current === null ? null : typedAhead(typed.current, event)
      if (text !== null) typed.current = text
      else if (opensSearch(event)) void open()
      else return
      event.preventDefault()
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
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <Icon of={Search} size={24} />
      </IconButton>
      {Dialog && <Dialog onClosed={closed} takeTyped={takeTyped} />}
    </>
  )
}
