import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'

const DeleteAccountDialog = lazy(() =>
  import('./delete-account-dialog.tsx').then((module) => ({ default: module.DeleteAccountDialog })),
)

/** What goes and what stays, before anybody presses anything. */
export function DeleteAccount() {
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid justify-items-start gap-4">
      <div className="prose">
        <p>Sofort und endgültig. Das passiert:</p>
        <ul>
          <li>
            <b>Weg:</b> Profil, Bild, E-Mail-Adresse, Stimmen, Reaktionen, Fan-Herzen, Karma, Benachrichtigungen und
            alle Anmeldungen.
          </li>
          <li>
            <b>Auch weg:</b> Beiträge, die noch geprüft werden oder abgelehnt sind.
          </li>
          <li>
            <b>Bleibt ohne Namen:</b> veröffentlichte Beiträge und Kommentare. Als Autor steht dort „Unbekannt“.
          </li>
        </ul>
        <p>Deinen Nickname kann danach jemand anderes nehmen.</p>
      </div>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Account löschen
      </Button>
      {asking && (
        <Suspense fallback={null}>
          <DeleteAccountDialog onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  )
}
