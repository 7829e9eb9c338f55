import { createRoot } from 'react-dom/client'
import { Button } from '#web/ui/controls/button.tsx'

type Props = { onUpdate: () => void; onLater: () => void }

function UpdateNotice({ onUpdate, onLater }: Props) {
  return (
    <div className="fixed inset-x-3 bottom-[calc(var(--bottom-bar-h)+var(--safe-bottom,0px)+12px)] z-40 border-2 border-ink bg-paper p-4 sm:left-auto sm:w-[356px] lg:bottom-6">
      <p className="font-bold">Neue Version verfügbar</p>
      <p className="mt-1 text-small text-ink-2">Was du gerade schreibst, schick vorher ab.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="strong" small onClick={onUpdate}>
          Neu laden
        </Button>
        <Button variant="quiet" small onClick={onLater}>
          Später
        </Button>
      </div>
    </div>
  )
}

let offered = false

/**
 * Says that there is a new version, once a page. Not a toast: those go by themselves, and the files of the old version that
 * show them may be gone from the server.
 */
export function offerUpdate(onUpdate: () => void): void {
  if (offered) return
  offered = true
  const place = document.createElement('div')
  // Read out as soon as something comes into it.
  place.setAttribute('role', 'status')
  document.body.append(place)
  const root = createRoot(place)
  const remove = () => {
    root.unmount()
    place.remove()
  }
  requestAnimationFrame(() => root.render(<UpdateNotice onUpdate={onUpdate} onLater={remove} />))
}
