import { csvFile } from '@hot/domain/text/csv-cell'
import { saveFile } from '#web/platform/share/save-file.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'

/** Gives the person a table as CSV; `name` is without its ending. A failure is said in a toast. */
export function saveTable(name: string, rows: Parameters<typeof csvFile>[0]): void {
  saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csvFile(rows)).catch((error) => {
    console.error(error)
    showToast({ kind: 'error', title: 'Datei nicht gesichert', text: 'Versuch es gleich noch einmal.' })
  })
}
