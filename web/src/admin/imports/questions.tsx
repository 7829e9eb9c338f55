import type { ImportChanges } from '@hot/domain/contract/admin/imports'
import { tableNames } from '@hot/domain/import/import-report'
import type { ImportQuestion } from '@hot/domain/import/new-rows'
import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { CheckField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { saveTable } from '../kit/list.tsx'
import type { Answers } from './api.ts'
import { valueText } from './changes.tsx'

type QuestionsProps = {
  questions: readonly ImportQuestion[]
  answers: Answers
  busy: boolean
  onAnswer: (answers: Answers) => void
}

/** What may be here already: each row of the file beside it. Every row is asked once; a yes is remembered. */
export function Questions({ questions, answers, busy, onAnswer }: QuestionsProps) {
  const open = questions.filter(({ id }) => !answers.has(id))
  // Only where nobody has to choose.
  const plain = open.flatMap(({ id, there }) => {
    const [only, ...others] = there
    return only && others.length === 0 ? [[id, only.id] as const] : []
  })
  return (
    <Callout kind={open.length > 0 ? 'warn' : 'ok'}>
      <h3 className="type-h3">Ist das dasselbe?</h3>
      <p className="my-2">
        {open.length > 0
          ? `${open.length === 1 ? 'Eine Zeile heißt' : `${formatCount(open.length)} Zeilen heißen`} wie etwas, das es hier schon gibt. Wir fragen einmal und merken es uns.`
          : 'Alles beantwortet. Die Vorschau darunter ist so gerechnet.'}
      </p>
      <ul className="grid gap-4">
        {questions.map((question) => (
          <Question key={question.id} question={question} answers={answers} busy={busy} onAnswer={onAnswer} />
        ))}
      </ul>
      {plain.length > 1 && (
        <div className="mt-3">
          <Button small busy={busy} onClick={() => onAnswer(new Map(plain))}>
            {`Alle ${formatCount(plain.length)} sind dasselbe`}
          </Button>
        </div>
      )}
    </Callout>
  )
}

type QuestionProps = Omit<QuestionsProps, 'questions'> & { question: ImportQuestion }

function Question({ question: { id, file, line, given, there }, answers, busy, onAnswer }: QuestionProps) {
  const name = useId()
  const answer = answers.get(id)
  // What another row already means is no choice here.
  const taken = new Set([...answers].flatMap(([other, means]) => (other === id ? [] : [means])))
  const choices = there.filter((one) => !taken.has(one.id))
  const group = { name, answer, busy, onChoose: (value: string) => onAnswer(new Map([[id, value]])) }
  return (
    <li className="border-t border-rule pt-2">
      <fieldset className="min-w-0">
        <legend className="wrap-anywhere">
          <span className="meta">{`${file}, Zeile ${line}: `}</span>
          <b>{given}</b>
        </legend>
        {choices.map((one) => (
          <Choice key={one.id} value={one.id} {...group}>
            <span>Ja, das ist </span>
            {one.path === null ? (
              <span>{one.name}</span>
            ) : (
              <a href={one.path} target="_blank" rel="noopener" className="underline">
                {one.name}
              </a>
            )}
            <span className="meta">{` (${one.facts})`}</span>
          </Choice>
        ))}
        <Choice value="new" {...group}>
          Nein, neu anlegen
        </Choice>
      </fieldset>
    </li>
  )
}

type ChoiceProps = {
  name: string
  value: string
  answer: string | undefined
  busy: boolean
  onChoose: (value: string) => void
  children: ReactNode
}

const Choice = ({ name, value, answer, busy, onChoose, children }: ChoiceProps) => (
  <label className="flex min-h-11 items-center gap-3">
    <input
      type="radio"
      name={name}
      className="size-5 shrink-0 accent-ink"
      checked={answer === value}
      {...(busy && { 'aria-disabled': true })}
      onChange={() => !busy && onChoose(value)}
    />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </label>
)

/** Maximum rows shown; the CSV has up to 500. */
const shown = 40

/** What an empty cell leaves: nobody has to wonder whether it was erased. */
export function Kept({ kept: { total, items } }: { kept: ImportChanges['kept'] }) {
  if (total === 0) return null
  const save = () =>
    saveTable('import-leere-zellen', [
      ['Tabelle', 'Zeile', 'Spalte', 'Bleibt'],
      ...items.map((item) => [tableNames[item.table], item.row, item.field, valueText(item.field, item.value)]),
    ])
  return (
    <details>
      <summary>
        {total === 1 ? 'Eine leere Zelle: der Wert bleibt' : `${formatCount(total)} leere Zellen: ihre Werte bleiben`}
      </summary>
      <ul className="mt-2 grid gap-1">
        {items.slice(0, shown).map((item) => (
          <li key={`${item.table} ${item.row} ${item.field}`} className="wrap-anywhere">
            <b>{item.row}</b>
            {`, ${item.field} bleibt: ${valueText(item.field, item.value)}`}
          </li>
        ))}
      </ul>
      {total > shown && (
        <>
          <p className="meta">{`… und ${formatCount(total - shown)} weitere.`}</p>
          <Button small onClick={save}>
            {total > items.length
              ? `Die ersten ${formatCount(items.length)} als CSV speichern`
              : 'Alle als CSV speichern'}
          </Button>
        </>
      )}
    </details>
  )
}

type AbsentProps = {
  absent: ImportChanges['absent']
  removed: ReadonlySet<string>
  busy: boolean
  onRemove: (ids: ReadonlySet<string>) => void
}

/** What stands here but in no row. It stays unless an admin ticks it, one by one: a file may only be a part. */
export function Absent({ absent: { total, items }, removed, busy, onRemove }: AbsentProps) {
  const { isAdmin } = useStaff()
  if (total === 0) return null
  const toggle = (id: string) => {
    const next = new Set(removed)
    if (!next.delete(id)) next.add(id)
    onRemove(next)
  }
  return (
    <section className="grid gap-2">
      <h3 className="type-h3">{`Fehlt in der Datei: ${formatCount(total)}`}</h3>
      <p className="meta">
        {`Alles bleibt. ${isAdmin ? 'Kreuz an, was weg soll: Es kommt in den Papierkorb.' : 'Wegnehmen können es nur Admins.'}${total > items.length ? ` Hier stehen die ersten ${formatCount(items.length)}.` : ''}`}
      </p>
      <ul className="grid max-h-96 gap-1 overflow-y-auto">
        {items.map(({ id, row }) => (
          <li key={id} className="wrap-anywhere">
            {isAdmin ? (
              <CheckField
                label={`${row}${removed.has(id) ? ' kommt weg' : ''}`}
                value={removed.has(id)}
                busy={busy}
                onChange={() => toggle(id)}
              />
            ) : (
              <span>{row}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
