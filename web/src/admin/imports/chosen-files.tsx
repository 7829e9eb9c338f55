import { type ImportTableName, importTableNames } from '@hot/domain/import/import-report'
import { columnsOf } from '@hot/domain/import/row-schemas'
import { type ChangeEvent, type DragEvent, useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { tableOf } from './import-calls.ts'
import { tableNames } from './import-texts.ts'

export type ChosenFiles = Partial<Record<ImportTableName, File>>

type Props = {
  files: ChosenFiles
  busy: boolean
  onChange: (files: ChosenFiles, unknown: readonly string[]) => void
}

/** Five files at most, each known by its name; any of them may be missing. */
export function ChosenFilesField({ files, busy, onChange }: Props) {
  const id = useId()
  const take = (list: FileList | null) => {
    const next = { ...files }
    const unknown: string[] = []
    for (const file of list ?? []) {
      const table = tableOf(file.name)
      if (table) next[table] = file
      else unknown.push(file.name)
    }
    onChange(next, unknown)
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    // The same file again, corrected, is a change as well.
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (!busy) take(event.dataTransfer.files)
  }
  const without = (table: ImportTableName) => {
    const { [table]: _removed, ...rest } = files
    onChange(rest, [])
  }
  return (
    <fieldset
      className="field border-2 border-dashed border-rule-ctl p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <legend className="visually-hidden">Dateien</legend>
      <label htmlFor={id}>CSV-Dateien wählen oder hierher ziehen</label>
      <input id={id} type="file" accept=".csv,text/csv" multiple disabled={busy} onChange={choose} />
      <ul className="mt-2 grid gap-2">
        {importTableNames.map((table) => (
          <li key={table} className="grid gap-0.5 border-t border-rule pt-2 first:border-t-0">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <b>{table}.csv</b> {tableNames[table]}
              </span>
              {files[table] ? (
                <span className="flex items-center gap-2">
                  <span className="meta">{Math.ceil(files[table].size / 1024).toLocaleString('de-DE')} KB</span>
                  <Button small disabled={busy} onClick={() => without(table)} aria-label={`${table}.csv weglassen`}>
                    Weglassen
                  </Button>
                </span>
              ) : (
                <span className="meta">nicht dabei</span>
              )}
            </div>
            <code className="meta wrap-anywhere">{columnsOf(table).join(', ')}</code>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
