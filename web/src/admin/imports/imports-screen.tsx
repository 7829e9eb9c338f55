import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import { type ImportProblem, type ImportTableName, importTableNames } from '@hot/domain/import/import-report'
import { oversized } from '@hot/domain/import/read-tables'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { type ChosenFiles, ChosenFilesField } from './chosen-files.tsx'
import { CountsTable } from './counts-table.tsx'
import { applyImport, checkImport, type ImportPlan } from './import-calls.ts'
import { importRefusals } from './import-texts.ts'
import { ProblemList } from './problem-list.tsx'

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

/** Sizes are looked at before anything is read: a file of 50 MB never gets into memory. */
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
  const queryClient = useQueryClient()
  const action = useAction(importRefusals)
  const [files, setFiles] = useState<ChosenFiles>({})
  const [unknown, setUnknown] = useState<readonly string[]>([])
  const [state, setState] = useState<State>({ step: 'choosing' })
  const choose = (next: ChosenFiles, strange: readonly string[]) => {
    setFiles(next)
    setUnknown(strange)
    setState({ step: 'choosing' })
    action.forget()
  }
  const look = () => action.run(async () => setState(await check(files)))
  const apply = (plan: ImportPlan) =>
    action.run(async () => {
      const counts = await applyImport(plan)
      setState({ step: 'done', counts })
      setFiles({})
      await queryClient.invalidateQueries()
    })
  const isEmpty = filesOf(files).length === 0
  return (
    <>
      <AdminHead
        title="Importe"
        intro="Formate, Staffeln, Stars, Teilnahmen und Folgen aus CSV-Dateien. Alles oder nichts, und beliebig oft: Was schon da ist, wird gefunden."
      />
      <div className="grid max-w-192 gap-6">
        <ChosenFilesField files={files} busy={action.busy} onChange={choose} />
        {unknown.length > 0 && (
          <Note kind="warn">
            {unknown.join(', ')}: Diesen Namen kennen wir nicht. Die Dateien heißen {importTableNames.join('.csv, ')}
            .csv.
          </Note>
        )}
        {state.step !== 'ready' && (
          <div>
            <Button variant="strong" onClick={look} disabled={isEmpty || action.busy}>
              {action.busy ? 'Wird geprüft …' : 'Prüfen'}
            </Button>
          </div>
        )}
        <div aria-live="polite" className="grid gap-4">
          {state.step === 'refused' && <Refused problems={state.problems} />}
          {state.step === 'ready' && <Ready plan={state.plan} busy={action.busy} onApply={() => apply(state.plan)} />}
          {state.step === 'done' && <Done counts={state.counts} />}
        </div>
        <FormFailure text={action.failure} />
      </div>
    </>
  )
}

function Refused({ problems }: { problems: readonly ImportProblem[] }) {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">
        {problems.length === 1 ? 'Ein Fehler' : `${problems.length.toLocaleString('de-DE')} Fehler`}, nichts importiert
      </h2>
      <p>Berichtige die Dateien, wähl sie noch einmal und prüf sie neu.</p>
      <ProblemList problems={problems} name="import-fehler" />
    </section>
  )
}

function Ready({ plan, busy, onApply }: { plan: ImportPlan; busy: boolean; onApply: () => void }) {
  return (
    <section className="grid gap-3">
      <h2 className="type-h3">Vorschau</h2>
      <CountsTable counts={plan.counts} />
      {plan.warnings.length > 0 && (
        <>
          <h3 className="type-h3">{plan.warnings.length === 1 ? 'Ein Hinweis' : `${plan.warnings.length} Hinweise`}</h3>
          <ProblemList problems={plan.warnings} name="import-hinweise" />
        </>
      )}
      <div>
        <Button variant="hot" onClick={onApply} disabled={busy}>
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
