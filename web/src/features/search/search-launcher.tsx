import Search from 'lucide-react/icons/search'
import { memo, Suspense, useCallback, useEffect } from 'react'
import { latePart } from '#web/lib/hydration/late-part.tsx'
import { letterKeysOn } from '#web/platform/storage/letter-keys.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { hideSearch, isSearchOpen, searchId, showSearch } from './search-shown.ts'

type Code = Pick<typeof import('./search-dialog.tsx'), 'default'>

const importCode = () => import('./search-dialog.tsx')

let arrive: (code: Code) => void
const arrived = new Promise<Code>((resolve) => {
  arrive = resolve
})

/**
 * The overlay's code is loaded only when somebody is about to search. Destructured here, because the import is undefined
 * when the files of this build no longer exist.
 */
const load = () => importCode().then(({ default: Dialog }) => arrive({ default: Dialog }))
/** Preloads the overlay; failures are ignored, because pressing the button tries again and reports them. */
const preload = () => void load().catch(() => {})

/** The server's `<dialog>` with its field works alone: it opens, takes text and leads to the results (ADR 109). */
const LateDialog = latePart(
  () => Promise.resolve(),
  () => (import.meta.env.SSR ? importCode() : arrived),
)

const Overlay = memo(function Overlay() {
  return (
    <Suspense>
      <LateDialog />
    </Suspense>
  )
})

// Opened while the page was still being loaded: the code arrives while it is hydrated.
if (!import.meta.env.SSR && isSearchOpen()) preload()

/** The search button of the header, its shortcuts (`/`, Ctrl or ⌘ K) and the overlay. */
export function SearchLauncher({ onUnavailable }: { onUnavailable: () => void }) {
  const open = useCallback(() => {
    showSearch()
    load().catch(() => {
      hideSearch()
      onUnavailable()
    })
  }, [onUnavailable])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!opensSearch(event)) return
      event.preventDefault()
      open()
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
        command="show-modal"
        commandfor={searchId}
        data-tooltip="Suche ( / )"
        data-track="search"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={open}
      >
        <Icon of={Search} size={24} />
      </IconButton>
      <Overlay />
    </>
  )
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target'>

const writable = 'input, textarea, select, [contenteditable=""], [contenteditable=true]'

const isWriting = (target: EventTarget | null): boolean =>
  typeof (target as Element | null)?.closest === 'function' && (target as Element).closest(writable) !== null

/** Whether a key opens the search: `/` outside of fields, Ctrl or ⌘ K everywhere. */
export function opensSearch({ key, ctrlKey, metaKey, altKey, target }: Key): boolean {
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k'
  return key === '/' && letterKeysOn() && !isWriting(target)
}
