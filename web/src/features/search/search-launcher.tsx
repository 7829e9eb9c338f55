import { Search } from 'lucide-react'
import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { opensSearch } from './search-shortcut.ts'

/** Nothing of the overlay is on a page until someone is about to search. */
const load = () => import('./search-dialog.tsx')
/** A head start on hover and focus; if it fails, pressing the button tries again and says so. */
const preload = () => void load().catch(() => {})

/** The search button of the header, its shortcuts (`/`, Ctrl or ⌘ K) and the place of the overlay. */
export function SearchLauncher({ onUnavailable }: { onUnavailable: () => void }) {
  const [Dialog, setDialog] = useState<ComponentType<{ onClosed: () => void }> | null>(null)
  const open = useCallback(
    () =>
      load()
        // Taken apart here: a missing module must fail in this chain, not while rendering.
        .then(({ default: Loaded }) => setDialog(() => Loaded))
        .catch(() => onUnavailable()),
    [onUnavailable],
  )
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
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <Icon of={Search} size={24} />
      </IconButton>
      {Dialog && <Dialog onClosed={closed} />}
    </>
  )
}
