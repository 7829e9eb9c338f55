import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'

const loadDialog = () => import('./palette-dialog.tsx')
const PaletteDialog = lazy(loadDialog)

const isShortcut = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k'

/** The way to every place of the admin area by typing its name. In here Strg+K is ours and not the site's search. */
export function CommandPalette() {
  const [open, setOpen] = useState(false)
  const { failure, run } = useAction()
  const show = useCallback(async () => {
    if (await run(loadDialog)) setOpen(true)
  }, [run])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      // Captured before the listener of the search hears of it.
      event.stopPropagation()
      void show()
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [show])
  return (
    <>
      <button type="button" className="palette-button" aria-keyshortcuts="Control+K Meta+K" onClick={show}>
        Springen zu … <kbd>Strg K</kbd>
      </button>
      {failure && (
        <p role="alert" className="meta">
          {failure}
        </p>
      )}
      {open && (
        <Suspense>
          <PaletteDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
