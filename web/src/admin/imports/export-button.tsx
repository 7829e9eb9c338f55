import { berlinDay } from '@hot/domain/time/berlin-time'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { saveFile } from '#web/platform/share/share.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useWrite } from '../kit/write.ts'

type ExportProps = {
  label: string
  /** Of the file, without day and extension. */
  name: string
  format?: string
  season?: string
}

/** Saves a season, a format or everything as the files that an import reads, in one ZIP. */
export function ExportButton({ label, name, format, season }: ExportProps) {
  const { busy, failure, run } = useWrite(
    async () => {
      const [tables, { exportFiles }, { strToU8, zipSync }] = await Promise.all([
        rpc('admin_export_tables', { ...(format && { p_format: format }), ...(season && { p_season: season }) }),
        import('@hot/domain/import/export-files'),
        import('fflate'),
      ])
      const files = exportFiles(tables)
      if (files.length === 0) {
        showToast({ title: 'Noch nichts da', text: 'Leg erst ein Format oder einen Star an.' })
        return
      }
      const zip = zipSync(Object.fromEntries(files.map((file) => [file.name, strToU8(file.text)])))
      const savedTo = await saveFile(`${name}-${berlinDay(serverNow())}.zip`, 'application/zip', zip)
      // A share sheet shows the result itself.
      if (savedTo === 'downloads')
        showToast({ title: 'Dateien sind da', text: 'Sie öffnen sich in Excel und lassen sich wieder importieren.' })
    },
    { affects: [] },
  )
  return (
    <>
      <Button onClick={() => void run()} busy={busy} aria-busy={busy}>
        {busy ? 'Wird zusammengestellt …' : label}
      </Button>
      <FormFailure text={failure} />
    </>
  )
}
