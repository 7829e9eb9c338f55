import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import type { ImportProblem } from '@hot/domain/import/import-report'
import { type ChosenFiles, importForm, oversized } from '@hot/domain/import/read-tables'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { AdminHead } from '../kit/screen.tsx'
import { useWrite } from '../kit/write.ts'
import { applyImport, checkImport, type ImportPlan, importRefusals } from './api.ts'
import { FilesField } from './files-field.tsx'
import { PastImports } from './past-imports.tsx'
import { ArrivedHeading, CountsTable, ProblemList, Ready } from './preview.tsx'

type State =
  | { step: 'choosing' }
  | { step: 'refused'; problems: readonly ImportProblem[] }
  | { step: 'ready'; plan: ImportPlan }
  | { step: 'done'; counts: ImportOutcome }

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
  const [unlocked, setUnlocked] = useState<ReadonlySet<string>>(new Set())
  const applying = useWrite((plan: ImportPlan) => applyImport(plan, [...unlocked]), {
    refusals: importRefusals,
    onDone: (counts) => {
      setState({ step: 'done', counts })
      form.reset()
    },
  })
  const busy = checking.busy || applying.busy
  const choose = (next: ChosenFiles) => {
    files.onChange(next)
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
        <FilesField files={files.value} busy={busy} onChange={choose} />
        {state.step !== 'ready' && (
          <div>
            <Button type="submit" variant="strong" disabled={files.value.length === 0} busy={busy}>
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

function Done({ counts }: { counts: ImportOutcome }) {
  return (
    <section className="grid gap-3">
      <ArrivedHeading>Importiert</ArrivedHeading>
      <CountsTable counts={counts} />
    </section>
  )
}
