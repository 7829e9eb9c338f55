import { columnsText } from '@hot/domain/import/columns'
import { importTableNames, tableNames } from '@hot/domain/import/import-report'
import type { ChosenFiles } from '@hot/domain/import/read-tables'
import { type ChangeEvent, type DragEvent, useId, useRef } from 'react'
import { Button } from '#web/ui/controls/button.tsx'

type FilesFieldProps = { files: ChosenFiles; busy: boolean; onChange: (files: ChosenFiles) => void }

/** The chosen files; what each holds, its header says. A file of the same name replaces the earlier one. */
export function FilesField({ files, busy, onChange }: FilesFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const take = (list: FileList | null) => {
    const added = [...(list ?? [])]
    onChange([...files.filter(({ name }) => !added.some((file) => file.name === name)), ...added])
  }
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    take(event.target.files)
    // Reset, so that choosing the same file again after a correction fires a change event.
    event.target.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    if (!busy) take(event.dataTransfer.files)
  }
  const without = (name: string) => {
    onChange(files.filter((file) => file.name !== name))
    // The button that was pressed is gone.
    input.current?.focus()
  }
  return (
    <fieldset
      className="field min-w-0 grid-cols-1 border-2 border-dashed border-rule-ctl p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <legend className="visually-hidden">Dateien</legend>
      <label htmlFor={id}>CSV-Dateien wählen oder hierher ziehen</label>
      <input
        ref={input}
        id={id}
        type="file"
        className="max-w-full"
        accept=".csv,.tsv,.txt,text/csv"
        multiple
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
        onChange={choose}
      />
      {files.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {files.map(({ name, size }) => (
            <li key={name} className="flex flex-wrap items-center justify-between gap-2 border-t border-rule pt-2">
              <b className="min-w-0 wrap-anywhere">{name}</b>
              <span className="flex items-center gap-2">
                <span className="meta">{`${Math.ceil(size / 1024).toLocaleString('de-DE')} KB`}</span>
                <Button small busy={busy} onClick={() => without(name)} aria-label={`${name} weglassen`}>
                  Weglassen
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <details className="mt-2">
        <summary>Welche Spalten es gibt</summary>
        <p className="meta mt-2">
          Die erste Zeile nennt die Spalten, in beliebiger Reihenfolge, auf Deutsch oder Englisch. Daran erkennen wir,
          was in einer Datei steht; wie sie heißt, ist egal.
        </p>
        <dl className="mt-2 grid gap-2">
          {importTableNames.map((table) => (
            <div key={table}>
              <dt>
                <b>{tableNames[table]}</b>
              </dt>
              <dd className="meta wrap-anywhere">{columnsText(table)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </fieldset>
  )
}
