import Download from 'lucide-react/icons/download'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { saveFile } from '#web/platform/share/save-file.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

/** Everything the database holds about a member, as one file (GDPR, articles 15 and 20). */
export function DataExport() {
  const action = useAction()
  const download = () =>
    action.run(async () => {
      const data = await rpc('export_own_data')
      const name = `hot-daten-${data.exported_at.slice(0, 10)}.json`
      const savedTo = await saveFile(name, 'application/json', JSON.stringify(data, null, 2))
      // The share sheet speaks for itself.
      if (savedTo === 'downloads') showToast({ title: 'Datei ist da', text: 'Schau bei deinen Downloads nach.' })
    })
  return (
    <div className="grid justify-items-start gap-4">
      <p className="prose">
        Eine Datei mit allem, was wir über dich gespeichert haben: Profil, Anmeldungen, Beiträge, Kommentare, Stimmen,
        Reaktionen, Benachrichtigungen. Als JSON, lesbar für Menschen mit Geduld und für jedes Programm.
      </p>
      <Button onClick={download} disabled={action.busy} aria-busy={action.busy}>
        <Icon of={Download} />
        {action.busy ? 'Wird zusammengestellt …' : 'Daten herunterladen'}
      </Button>
      <FormFailure text={action.failure} />
    </div>
  )
}
