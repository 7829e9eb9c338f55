import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import {
  type ImportProblem,
  type ImportTableName,
  importTableNames,
  problemLine,
} from '@hot/domain/import/import-report'
import { type ChosenFiles, importForm, oversized, tableOf } from '@hot/domain/import/read-tables'
import { columnsOf } from '@hot/domain/import/rows'
import { type ChangeEvent, type DragEvent, useId, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { saveTable } from '../kit/list.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'
import { applyImport, checkImport, type ImportPlan, importRefusals, tableNames } from './api.ts'
import { Changes } from './changes.tsx'
import { PastImports } from './past-imports.tsx'

type State =
  | { step: 'choosing' }
  | { step: 'refused'; problems: readonly ImportProblem[] }
  | { step: 'ready'; plan: ImportPlan }
  | { step: 'done'; counts: ImportOutcome }

const filesOf = (files: ChosenFiles) =>
  importTableNames.flatMap((table): [ImportTableName, File][] => {
    const file = files[table]
    return file ? [[table, file]] : []
  })

/** Checks sizes before reading, so that a huge file is never loaded into memory. */
async function check(files: ChosenFiles): Promise<State> {
  const tooLarge = filesOf(files).flatMap(([table, file]) => oversized(table, file.size) ?? [])
  if (tooLarge.length > 0) return { step: 'refused', problems: tooLarge }
  const contents = await Promise.all(
    filesOf(files).map(async ([table, file]) => [table, new Uint8Array(await file.arrayBuffer())] as const),
  )
  const checked = await checkImport(Object.fromEntries(contents))
  return 'plan' in checked ? { step: 'ready', plan: checked.plan } : { step: 'refused', problems: checked.problems }
}

/** `/admin/imports`: formats, seasons, stars, casts and episodes from CSV files. */
export default function ImportsScreen() {
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [state, setState] = useState<State>({ step: 'choosing' })
  const form = useZodForm<{ files: ChosenFiles }>(importForm, { files: {} })
  const files = form.bind('files')
  const checking = useWrite(check, { refusals: importRefusals, onDone: setState, affects: [] })
  const [unlocked, setUnlocked] = useState<ReadonlySet<string>>(new Set())
  const applying = useWrite((plan: ImportPlan) => applyImport(plan, [...unlocked]), {
    refusals: importRefusals,
    onDone: (counts) => {
      setState({ step: 'done', counts })
      form.reset()
    },
  })
  const busy = checking.busy || applying.busy
  const choose = (next: ChosenFiles, strange: readonly string[]) => {
    files.onChange(next)
    setUnknown(strange)
    setState({ step: 'choosing' })
    setUnlocked(new Set())
    checking.forget()
    applying.forget()
  }
  return (
    <>
      <AdminHead
        title="Importe"
        intro="Formate, Staffeln, Stars, Teilnahmen und Folgen aus CSV-Dateien. Alles oder nichts, und beliebig oft: Was schon da ist, wird gefunden."
      />
      <form {...form.formProps(({ files }) => checking.run(files))} className="grid max-w-192 grid-cols-1 gap-6">
        <ChosenFilesField files={files.value} busy={busy} onChange={choose} />
        {unknown.length > 0 && (
          <Callout kind="warn">
            {unknown.join(', ')}: Diesen Namen kennen wir nicht. Die Dateien heißen {importTableNames.join('.csv, ')}
            .csv.
          </Callout>
        )}
        {state.step !== 'ready' && (
          <div>
            <Button type="submit" variant="strong" disabled={filesOf(files.value).length === 0} busy={busy}>
              {busy ? 'Wird geprüft …' : 'Prüfen'}
            </Button>
          </div>
        )}
        <div aria-live="polite" className="grid gap-4">
          {state.step === 'refused' && <Refused problems={state.problems} />}
          {state.step === 'ready' && (
            <Ready
              plan={state.plan}
              unlocked={unlocked}
              onUnlock={setUnlocked}
              busy={busy}
              onApply={() => void applying.run(state.plan)}
            />
          )}
          {state.step === 'done' && <Done counts={state.counts} />}
        </div>
        <FormFailure text={checking.failure ?? applying.failure} />
      </form>
      <PastImports />
    </>
  )
}

function Refused({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">
        {`${problems.length === 1 ? 'Ein Fehler' : `${problems.length.toLocaleString('de-DE')} Fehler`}, nichts importiert`}
      </h2>
      <p>Berichtige die Dateien, wähl sie noch einmal und prüf sie neu.</p>
      <ProblemList problems={problems} name="import-fehler" />
    </section>
  )
}

type ReadyProps = {
  plan: ImportPlan
  unlocked: ReadonlySet<string>
  onUnlock: (ids: ReadonlySet<string>) => void
  busy: boolean
  onApply: () => void
}

function Ready({ plan, unlocked, onUnlock, busy, onApply }: ReadyProps) {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">Vorschau</h2>
      <CountsTable counts={plan.counts} />
      <Changes changes={plan.changes} unlocked={unlocked} busy={busy} onUnlock={onUnlock} />
      {plan.warnings.length > 0 && (
        <>
          <h3 className="type-h3">{plan.warnings.length === 1 ? 'Ein Hinweis' : `${plan.warnings.length} Hinweise`}</h3>
          <ProblemList problems={plan.warnings} name="import-hinweise" />
        </>
      )}
      <div>
        <Button variant="hot" onClick={onApply} busy={busy}>
          {busy ? 'Wird eingetragen …' : 'Importieren'}
        </Button>
      </div>
    </section>
  )
}

function Done({ counts }: { counts: ImportOutcome }) {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">Importiert</h2>
      <CountsTable counts={counts} />
    </section>
  )
}

type ChosenFilesFieldProps = {
  files: ChosenFiles
  busy: boolean
  onChange: (files: ChosenFiles, unknown: readonly string[]) => void
}

/** Up to five files, recognised by name; each is optional. */
function ChosenFilesField({ files, busy, onChange }: ChosenFilesFieldProps) {
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
    // Reset, so that choosing the same file again after a correction fires a change event.
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
      className="field min-w-0 grid-cols-1 border-2 border-dashed border-rule-ctl p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <legend className="visually-hidden">Dateien</legend>
      <label htmlFor={id}>CSV-Dateien wählen oder hierher ziehen</label>
      <input
        id={id}
        type="file"
        className="max-w-full"
        accept=".csv,text/csv"
        multiple
        aria-disabled={busy}
        onClick={(event) => busy && event.preventDefault()}
        onChange={choose}
      />
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
                  <Button small busy={busy} onClick={() => without(table)} aria-label={`${table}.csv weglassen`}>
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

/** What an import would do, or has done, to each table. */
function CountsTable({ counts }: { counts: ImportOutcome }) {
  return (
    <DataTable caption="Zeilen je Tabelle">
      <thead>
        <tr>
          <th scope="col">Tabelle</th>
          <th scope="col" className="number">
            Neu
          </th>
          <th scope="col" className="number">
            Geändert
          </th>
          <th scope="col" className="number">
            Unverändert
          </th>
        </tr>
      </thead>
      <tbody>
        {importTableNames.map((table) => {
          const row = counts[table]
          return row ? (
            <tr key={table}>
              <th scope="row">{tableNames[table]}</th>
              <td className="number">{formatCount(row.new)}</td>
              <td className="number">{formatCount(row.changed)}</td>
              <td className="number">{formatCount(row.unchanged)}</td>
            </tr>
          ) : null
        })}
      </tbody>
    </DataTable>
  )
}

/** Maximum problems shown; the CSV has all. */
const shown = 40

/** Problems by file and line, and a CSV of all of them, in which spreadsheet formulas are escaped. */
function ProblemList({ problems, name }: { problems: readonly ImportProblem[]; name: string }) {
  const download = () => {
    const rows = problems.map(({ file, line, column, message }) => [file, line, column, message])
    saveTable(name, [['Datei', 'Zeile', 'Spalte', 'Hinweis'], ...rows])
  }
  return (
    <>
      <ul className="grid gap-1">
        {problems.slice(0, shown).map((problem) => (
          <li key={`${problemLine(problem)}`} className="wrap-anywhere">
            {problemLine(problem)}
          </li>
        ))}
      </ul>
      {problems.length > shown && <p className="meta">… und {problems.length - shown} weitere.</p>}
      <div>
        <Button small onClick={download}>
          Alle als CSV speichern
        </Button>
      </div>
    </>
  )
}
