import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from './error-panel.tsx'

/** The router's generic error screen (specification §2): not even the shell could be shown. */
export function RootErrorScreen() {
  return (
    <main>
      <ErrorPanel
        title="Unexpected Application Error!"
        titleLang="en"
        text="HoT konnte nicht starten. Lade die Seite neu; wenn das nicht hilft, versuch es in ein paar Minuten noch einmal."
      >
        <Button variant="strong" onClick={() => window.location.reload()}>
          Seite neu laden
        </Button>
      </ErrorPanel>
    </main>
  )
}
