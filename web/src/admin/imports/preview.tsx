import type { ImportOutcome } from '@hot/domain/contract/admin/imports'
import {
  type ImportProblem,
  type ImportTableName,
  importTableNames,
  problemLine,
  tableNames,
} from '@hot/domain/import/import-report'
import type { FileReading } from '@hot/domain/import/read-tables'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { CheckField } from '#web/ui/forms/field.tsx'
import { FigureTable } from '../kit/figure-table.tsx'
import { saveTable } from '../kit/list.tsx'
import { type Answers, hasEffect, type ImportPlan, type Ticked } from './api.ts'
import { Changes } from './changes.tsx'
import { Absent, Kept, Questions } from './questions.tsx'

/** Takes the focus when it appears: the button that was pressed has made way for what stands below it. */
export function ArrivedHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="type-h3">
      {children}
    </h2>
  )
}

type ReadyProps = {
  plan: ImportPlan
  ticked: Ticked
  onTick: (ticked: Ticked) => void
  /** Answers that the plan does not have yet. */
  given: Answers
  onAnswer: (answers: Answers) => void
  busy: boolean
  onApply: () => void
}

/** What an import would do. What only a person can judge has to be answered before it is applied. */
export function Ready({ plan, ticked, onTick, given, onAnswer, busy, onApply }: ReadyProps) {
  const guessed = plan.readings.filter(({ samples }) => samples.length > 0)
  const [lettersSeen, setLettersSeen] = useState(guessed.length === 0)
  const [asked, setAsked] = useState(false)
  const questions = useRef<HTMLDivElement>(null)
  const answers: Answers = new Map([...plan.answers, ...given])
  const open = plan.questions.filter(({ id }) => !answers.has(id)).length
  const apply = () => {
    if (lettersSeen && open === 0) onApply()
    else {
      setAsked(true)
      // The first group of which nothing is chosen, or the tick.
      const groups = [...(questions.current?.querySelectorAll('fieldset, label:not(fieldset label)') ?? [])]
      const unanswered = groups.find((group) => !group.querySelector('input:checked'))
      unanswered?.querySelector('input')?.focus()
    }
  }
  return (
    <section className="grid gap-3">
      <ArrivedHeading>Vorschau</ArrivedHeading>
      <Readings readings={plan.readings} />
      <div ref={questions} className="grid gap-3">
        {guessed.length > 0 && <Letters guessed={guessed} value={lettersSeen} busy={busy} onChange={setLettersSeen} />}
        {plan.questions.length > 0 && (
          <Questions questions={plan.questions} answers={answers} busy={busy} onAnswer={onAnswer} />
        )}
      </div>
      <CountsTable counts={plan.counts} />
      <Changes
        changes={plan.changes}
        unlocked={ticked.unlock}
        busy={busy}
        onUnlock={(unlock) => onTick({ ...ticked, unlock })}
      />
      <NewRows made={plan.made} />
      {plan.times.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <Kept kept={plan.changes.kept} />
      <Absent
        absent={plan.changes.absent}
        removed={ticked.remove}
        busy={busy}
        onRemove={(remove) => onTick({ ...ticked, remove })}
      />
      {plan.warnings.length > 0 && (
        <>
          <h3 className="type-h3">{plan.warnings.length === 1 ? 'Ein Hinweis' : `${plan.warnings.length} Hinweise`}</h3>
          <ProblemList problems={plan.warnings} name="import-hinweise" />
        </>
      )}
      {asked && !(lettersSeen && open === 0) && (
        <p role="alert">Beantworte erst die Fragen oben. Dann lässt es sich importieren.</p>
      )}
      {open === 0 && !hasEffect(plan, ticked) ? (
        <p>
          <b>Nichts zu tun:</b> Alles steht hier schon so wie in den Dateien.
        </p>
      ) : (
        <div>
          <Button variant="hot" onClick={apply} busy={busy}>
            {busy ? 'Einen Moment …' : 'Importieren'}
          </Button>
        </div>
      )}
    </section>
  )
}

/** Which table each file is, and in which encoding it was read. */
const Readings = ({ readings }: { readings: readonly FileReading[] }) => (
  <ul className="meta grid gap-1">
    {readings.map(({ file, table, encoding }) => (
      <li key={file} className="wrap-anywhere">{`${file}: ${tableNames[table]}, gelesen als ${encoding}`}</li>
    ))}
  </ul>
)

type LettersProps = {
  guessed: readonly FileReading[]
  value: boolean
  busy: boolean
  onChange: (value: boolean) => void
}

function Letters({ guessed, value, busy, onChange }: LettersProps) {
  return (
    <Callout kind="warn">
      <h3 className="type-h3">Stimmen die Umlaute?</h3>
      <ul className="my-2 grid gap-1">
        {guessed.map(({ file, samples }) => (
          <li key={file} className="wrap-anywhere">
            {`${file}: ${samples.map((word) => `„${word}“`).join(', ')}`}
          </li>
        ))}
      </ul>
      <p>
        So lesen wir, was Excel unter Windows als „CSV (Trennzeichen-getrennt)“ speichert. Stehen hier falsche Zeichen,
        speicher die Datei als „CSV UTF-8“.
      </p>
      <CheckField label="Ja, die Umlaute stimmen" value={value} busy={busy} onChange={onChange} />
    </Callout>
  )
}

/** Maximum rows and problems shown; the CSV has all. */
const shown = 40

function NewRows({ made }: { made: ImportPlan['made'] }) {
  const total = made.reduce((sum, { texts }) => sum + texts.length, 0)
  if (total === 0) return null
  const download = () =>
    saveTable('import-neu', [
      ['Tabelle', 'Zeile'],
      ...made.flatMap(({ table, texts }) => texts.map((text) => [tableNames[table], text])),
    ])
  return (
    <>
      <h3 className="type-h3">{total === 1 ? 'Eine Zeile ist neu' : `${formatCount(total)} Zeilen sind neu`}</h3>
      {made.map((one) => (
        <NewRowsOfTable key={one.table} {...one} />
      ))}
      <div>
        <Button small onClick={download}>
          Neue als CSV speichern
        </Button>
      </div>
    </>
  )
}

/** Names of people are read; long lists of casts and episodes open on demand. */
function NewRowsOfTable({ table, texts }: { table: ImportTableName; texts: readonly string[] }) {
  const [all, setAll] = useState(false)
  const list = all ? texts : texts.slice(0, shown)
  return (
    <details open={texts.length <= shown || table === 'stars'}>
      <summary>{`${tableNames[table]}: ${formatCount(texts.length)} neu`}</summary>
      <ul className="mt-2 grid max-h-72 gap-1 overflow-y-auto">
        {list.map((text, at) => (
          // Two people may have one name, so only the place tells them apart.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at} className="wrap-anywhere">
            {text}
          </li>
        ))}
      </ul>
      {texts.length > list.length && (
        <Button small onClick={() => setAll(true)}>
          {`Alle ${formatCount(texts.length)} zeigen`}
        </Button>
      )}
    </details>
  )
}

/** What an import would do, or has done, to each table. */
export function CountsTable({ counts }: { counts: ImportOutcome }) {
  const taken = Object.values(counts).some(({ removed = 0 }) => removed > 0)
  return (
    <FigureTable
      caption="Zeilen je Tabelle"
      rows="Tabelle"
      figures={['Neu', 'Geändert', 'Unverändert', ...(taken ? ['Weggenommen'] : [])]}
    >
      {importTableNames.map((table) => {
        const row = counts[table]
        return row ? (
          <tr key={table}>
            <th scope="row">{tableNames[table]}</th>
            <td className="number">{formatCount(row.new)}</td>
            <td className="number">{formatCount(row.changed)}</td>
            <td className="number">{formatCount(row.unchanged)}</td>
            {taken && <td className="number">{formatCount(row.removed ?? 0)}</td>}
          </tr>
        ) : null
      })}
    </FigureTable>
  )
}

/** Problems by file and line, and a CSV of all of them, in which spreadsheet formulas are escaped. */
export function ProblemList({ problems, name }: { problems: readonly ImportProblem[]; name: string }) {
  const download = () => {
    const rows = problems.map(({ file, line, column, message }) => [file, line, column, message])
    saveTable(name, [['Datei', 'Zeile', 'Spalte', 'Hinweis'], ...rows])
  }
  return (
    <>
      <ul className="grid gap-1">
        {problems.slice(0, shown).map((problem) => (
          <li key={problemLine(problem)} className="wrap-anywhere">
            {problemLine(problem)}
          </li>
        ))}
      </ul>
      {problems.length > shown && <p className="meta">{`… und ${formatCount(problems.length - shown)} weitere.`}</p>}
      <div>
        <Button small onClick={download}>
          Alle als CSV speichern
        </Button>
      </div>
    </>
  )
}
