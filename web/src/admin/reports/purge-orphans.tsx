import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { purgeOrphans } from './decide-case.ts'

const resultText = (purged: number) =>
  purged === 0 ? 'Nichts zu tun: Alles Gemeldete gibt es noch.' : `Verwaiste Meldungen entfernt: ${purged}`

/** Open reports whose target is gone: the list skips them, and they are deleted here. */
export function PurgeOrphans({ onPurged }: { onPurged: () => void }) {
  const [asking, setAsking] = useState(false)
  const purge = async () => {
    const { purged } = await purgeOrphans()
    showToast({ title: resultText(purged) })
    onPurged()
  }
  return (
    <>
      <Button onClick={() => setAsking(true)}>Verwaiste aufräumen</Button>
      {asking && (
        <ConfirmDialog
          title="Verwaiste Meldungen entfernen"
          text="Offene Meldungen, deren Beitrag oder Kommentar es nicht mehr gibt, werden gelöscht. Wer gemeldet hat, erfährt, dass der Inhalt nicht mehr online ist."
          confirm="Entfernen"
          onConfirm={purge}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
