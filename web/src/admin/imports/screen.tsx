import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import { columnsText } from '@hot/domain/import/columns'
import { type ImportProblem, importTableNames, tableNames } from '@hot/domain/import/import-report'
import { type ChosenFiles, importForm, oversized } from '@hot/domain/import/read-tables'
import { type ChangeEvent, type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { AdminHead } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'
import {
  type Answers,
  answeredPlan,
  applyImport,
  checkImport,
  type ImportPlan,
  importRefusals,
  type Ticked,
} from './api.ts'
import { ExportButton } from './export-button.tsx'
import { PastImports } from './past-imports.tsx'
import { ArrivedHeading, CountsTable, ProblemList, Ready } from './preview.tsx'

type State =
  | { step: 'choosing' }
  | { step: 'refused'; problems: readonly ImportProblem[] }
  | { step: 'ready'; plan: ImportPlan }
  | { step: 'done'; counts: ImportOutcome }

const noAnswers: Answers = new Map()
const nothingTicked: Ticked = { unlock: new Set(), remove: new Set() }

/** Checks sizes before reading, so that a huge file is never loaded into memory. */
async function check(files: ChosenFiles): Promise<State> {
  const tooLarge = files.flatMap(({ name, size }) => oversized(name, size) ?? [])
  if (tooLarge.length > 0) return { step: 'refused', problems: tooLarge }
  const contents = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
  const checked = await checkImport(contents)
  return 'plan' in checked ? { step: 'ready', plan: checked.plan } : { step: 'refused', problems: checked.problems }
}

/** `/admin/imports`: formats, seasons, stars, casts and episodes from CSV files. */
export default function ImportsScreen() {
  const [state, setState] = useState<State>({ step: 'choosing' })
  const form = useZodForm<{ files: ChosenFiles }>(importForm, { files: [] })
  const files = form.bind('files')
  const checking = useWrite(check, { refusals: importRefusals, onDone: setState, affects: [] })
  const [ticked, setTicked] = useState(nothingTicked)
  /** What was answered a moment ago, while the preview is worked out anew. */
  const [given, setGiven] = useState(noAnswers)
  const answering = useWrite(({ plan, given }: { plan: ImportPlan; given: Answers }) => answeredPlan(plan, given), {
    refusals: importRefusals,
    onDone: (plan) => {
      // What is missing, and what was corrected by hand, depends on what is recognised.
      setTicked(nothingTicked)
      setState({ step: 'ready', plan })
    },
    affects: [],
  })
  const applying = useWrite((plan: ImportPlan) => applyImport(plan, ticked), {
    refusals: importRefusals,
    onDone: (counts) => {
      setState({ step: 'done', counts })
      form.reset()
    },
  })
  const busy = checking.busy || answering.busy || applying.busy
  const choose = (next: ChosenFiles) => {
    files.onChange(next)
    setState({ step: 'choosing' })
    setTicked(nothingTicked)
    checking.forget()
    answering.forget()
    applying.forget()
  }
  return (
    <>
      <AdminHead
        title="Importe"
        intro="Formate, Staffeln, Stars, Teilnahmen und Folgen aus CSV-Dateien. Alles oder nichts, und beliebig oft: Was schon da ist, wird gefunden, auch was von Hand kam."
      >
        <ExportButton label="Alles exportieren" name="hot-alles" />
      </AdminHead>
      <form {...form.formProps(({ files }) => checking.run(files))} className="grid max-w-192 grid-cols-1 gap-6">
        <FilesField files={files.value} busy={busy} onChange={choose} />
        {state.step !== 'ready' && (
          <div>
            <Button type="submit" variant="strong" busy={busy || files.value.length === 0}>
              {busy ? 'Wird geprüft …' : 'Prüfen'}
            </Button>
          </div>
        )}
        <div aria-live="polite" className="grid gap-4">
          {state.step === 'refused' && <Refused problems={state.problems} />}
          {state.step === 'ready' && (
            <Ready
              plan={state.plan}
              ticked={ticked}
              onTick={setTicked}
              given={answering.busy ? given : noAnswers}
              onAnswer={(answers) => {
                setGiven(answers)
                void answering.run({ plan: state.plan, given: answers })
              }}
              busy={busy}
              onApply={() => void applying.run(state.plan)}
            />
          )}
          {state.step === 'done' && <Done counts={state.counts} />}
        </div>
        <FormFailure text={checking.failure ?? answering.failure ?? applying.failure} />
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

function Done({ counts }: { counts: ImportOutcome }) {
  return (
    <section className="grid gap-3">
      <ArrivedHeading>Importiert</ArrivedHeading>
      <CountsTable counts={counts} />
    </section>
  )
}

type FilesFieldProps = { files: ChosenFiles; busy: boolean; onChange: (files: ChosenFiles) => void }

/** The chosen files; what each holds, its header says. A file of the same name replaces the earlier one. */
function FilesField({ files, busy, onChange }: FilesFieldProps) {
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
