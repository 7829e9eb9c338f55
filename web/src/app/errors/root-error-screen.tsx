import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { noteError } from '#web/lib/monitoring/monitoring-outbox.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorPanel } from './error-panel.tsx'

/** The router's generic error screen: not even the app frame could be shown. */
export function RootErrorScreen({ error }: ErrorComponentProps) {
  useEffect(() => noteError({ error }), [error])
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
