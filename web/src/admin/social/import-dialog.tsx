import type { SocialImportAnswer } from '@hot/domain/contract/admin/social'
import { type DecodedCsv, decodeCsv, UnreadableText, umlautSamples } from '@hot/domain/csv/decode'
import { socialPlatforms } from '@hot/domain/star/social-account'
import { readSocialCsv, type SocialLine, type SocialLineProblem, socialImportBytes } from '@hot/domain/star/social-csv'
import { socialImportForm } from '@hot/domain/star/social-form'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CheckField, TextAreaField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useWrite } from '../kit/write.ts'
import { checkSocial, importSocial, socialFailures } from './api.ts'

const tooLarge = 'Die Datei ist größer als 1 MB. Teil sie in mehrere.'

type Preview = {
  lines: SocialLine[]
  answer: SocialImportAnswer
  problems: SocialLineProblem[]
  notices: SocialLineProblem[]
}

/** What each line would do, by a dry run in the database, and all problems by line. */
async function previewOf(text: string): Promise<Preview> {
  const { lines, problems, notices } = readSocialCsv(text)
  const answer = lines.length > 0 ? await checkSocial(lines) : []
  return {
    lines,
    answer,
    notices,
    problems: [...problems, ...importProblems(answer)].toSorted((a, b) => a.line - b.line),
  }
}

/** Words of a file whose encoding is a guess, and whether somebody has said that they are right. */
type Guess = { samples: string[]; confirmed: boolean } | null
const unconfirmed = 'Sieh nach, ob die Umlaute stimmen, und kreuz es unten an.'

/** The typed lines, the result of the last check, and the two steps: a check, then importing all lines or none. */
function useSocialImport(onClose: () => void) {
  const [preview, setPreview] = useState<Preview | null>(null)
  const form = useZodForm(socialImportForm, { text: '' })
  const checking = useWrite(previewOf, { refusals: socialFailures, affects: [], onDone: setPreview })
  const applying = useWrite(({ lines, answer }: Preview) => importSocial(lines, answer), {
    refusals: socialFailures,
    onDone: (_, { lines }) => {
      showToast({ title: `${formatCount(lines.length)} Zeilen übernommen` })
      onClose()
    },
  })
  const { value, error, onChange } = form.bind('text')
  const [guess, setGuess] = useState<Guess>(null)
  const isReady = preview !== null && preview.answer.length > 0 && preview.problems.length === 0
  const apply = async (shown: Preview) => {
    // A refusal means that the data changed after the check, so it has to be checked again.
    if (!(await applying.run(shown))) setPreview(null)
  }
  const check = (text: string) => {
    applying.forget()
    return checking.run(text)
  }
  const read = ({ text, encoding }: DecodedCsv) => {
    onChange(text)
    setPreview(null)
    const samples = encoding === 'Windows-1252' ? umlautSamples(text) : []
    setGuess(samples.length > 0 ? { samples, confirmed: false } : null)
  }
  return {
    guess,
    confirm: (confirmed: boolean) => {
      setGuess(guess && { ...guess, confirmed })
      // What was asked for is done: the sentence at the field goes.
      onChange(value)
    },
    read,
    formProps: form.formProps(({ text }) => {
      if (!isReady) return check(text)
      if (!guess || guess.confirmed) return apply(preview)
      form.showErrors({ text: unconfirmed })
    }),
    text: {
      value,
      error,
      onChange: (next: string) => {
        onChange(next)
        setPreview(null)
      },
    },
    refuse: (message: string) => form.showErrors({ text: message }),
    preview,
    ready: isReady ? preview.answer.length : 0,
    action: { busy: checking.busy || applying.busy, failure: applying.failure ?? checking.failure },
  }
}

/** Bulk import: paste lines or choose a file, preview what each line would do, then import all or none. */
export function SocialImportDialog({ onClose }: { onClose: () => void }) {
  const { formProps, text, read, guess, confirm, refuse, preview, ready, action } = useSocialImport(onClose)
  return (
    <FormDialog wide busy={action.busy} onClose={onClose} title="Social Media aus CSV">
      <form {...formProps} className="contents">
        <p className="meta">
          Spalten: star, plattform, konto, follower. Der Star als Name oder Adresse; ein Konto, das es schon gibt, darf
          fehlen.
        </p>
        <TextAreaField
          label="Zeilen"
          rows={6}
          spellCheck={false}
          maxLength={socialImportBytes}
          placeholder={'star;plattform;konto;follower\nMandy Pfefferkorn;instagram;@mandy;1.234.567'}
          value={text.value}
          error={text.error}
          onChange={(event) => text.onChange(event.target.value)}
        />
        <CsvFileButton onRead={read} onRefused={refuse} />
        {guess && <Letters guess={guess} busy={action.busy} onChange={confirm} />}
        {preview && <SocialImportPreview {...preview} />}
        <FormFooter
          action={action}
          submit={ready > 0 ? `${formatCount(ready)} Zeilen übernehmen` : 'Prüfen'}
          working={ready > 0 ? 'Wird übernommen …' : 'Wird geprüft …'}
          disabled={text.value.trim() === ''}
          onCancel={onClose}
        />
      </form>
    </FormDialog>
  )
}

type LettersProps = { guess: NonNullable<Guess>; busy: boolean; onChange: (confirmed: boolean) => void }

/** A file of Excel on Windows: whether its letters were read rightly, only a person can tell. */
const Letters = ({ guess: { samples, confirmed }, busy, onChange }: LettersProps) => (
  <Callout kind="warn">
    <p className="wrap-anywhere">
      {`Gelesen als Windows-1252: ${samples.map((word) => `„${word}“`).join(', ')}. Stehen hier falsche Zeichen, speicher die Datei als „CSV UTF-8“.`}
    </p>
    <CheckField label="Ja, die Umlaute stimmen" value={confirmed} busy={busy} onChange={onChange} />
  </Callout>
)

type CsvFileButtonProps = { onRead: (read: DecodedCsv) => void; onRefused: (message: string) => void }

/** Lines from a file instead of typed ones. */
function CsvFileButton({ onRead, onRefused }: CsvFileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    // Checked before reading: files that are far too large never get into memory.
    if (file.size > socialImportBytes) return onRefused(tooLarge)
    try {
      onRead(decodeCsv(new Uint8Array(await file.arrayBuffer())))
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      onRefused(error.message)
    }
  }
  return (
    <div>
      <input ref={input} type="file" accept=".csv,.tsv,.txt,text/csv" onChange={choose} hidden aria-label="CSV-Datei" />
      <Button small onClick={() => input.current?.click()}>
        Datei wählen
      </Button>
    </div>
  )
}

type Line = SocialImportAnswer[number]

const problemTexts: Readonly<Record<NonNullable<Line['problem']>, (line: Line) => string>> = {
  unknown_star: ({ star_name }) => `Einen Star „${star_name}“ gibt es nicht. Nimm seine Adresse aus /stars/…`,
  ambiguous_star: ({ star_name }) => `„${star_name}“ heißen mehrere Stars. Nimm die Adresse aus /stars/…`,
  repeated: ({ star_name }) => `${star_name} steht mit dieser Plattform schon weiter oben.`,
  handle_missing: ({ star_name }) => `${star_name} hat dort noch kein Konto. Trag es in der Spalte konto ein.`,
}

const effects: Readonly<Record<Line['effect'], string>> = {
  new: 'Neu',
  changed: 'Geändert',
  same: 'Unverändert',
  problem: 'Fehler',
}
const mostShown = 100

/** Problems found by the database, as messages by line. */
const importProblems = (answer: SocialImportAnswer): SocialLineProblem[] =>
  answer.flatMap((line) => (line.problem ? [{ line: line.line, message: problemTexts[line.problem](line) }] : []))

type SocialImportPreviewProps = Pick<Preview, 'answer' | 'problems' | 'notices'>

const lineText = ({ line, column, message }: SocialLineProblem) =>
  `Zeile ${line}${column ? `, Spalte ${column}` : ''}: ${message}`

/** What each line would do, preceded by problems that block the import. */
function SocialImportPreview({ answer, problems, notices }: SocialImportPreviewProps) {
  const fine = answer.filter(({ problem }) => problem === null)
  const count = (effect: Line['effect']) => answer.filter((line) => line.effect === effect).length
  return (
    <section aria-label="Vorschau" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p role="status">
        {problems.length > 0
          ? `${problems.length === 1 ? 'Eine Zeile hat einen Fehler' : `${formatCount(problems.length)} Zeilen haben Fehler`}. Übernommen wird erst, wenn alle stimmen.`
          : `${formatCount(count('new'))} neu, ${formatCount(count('changed'))} geändert, ${formatCount(count('same'))} unverändert.`}
      </p>
      {problems.length > 0 && (
        <Callout kind="warn">
          <ul>
            {problems.slice(0, mostShown).map((problem) => (
              <li key={lineText(problem)}>{lineText(problem)}</li>
            ))}
          </ul>
          {problems.length > mostShown && <p>{`Und ${formatCount(problems.length - mostShown)} weitere.`}</p>}
        </Callout>
      )}
      {notices.length > 0 && (
        <ul className="meta">
          {notices.map((notice) => (
            <li key={lineText(notice)}>{lineText(notice)}</li>
          ))}
        </ul>
      )}
      {fine.length > 0 && (
        <div className="max-h-72 overflow-y-auto">
          <DataTable caption="Vorschau der Zeilen">
            <thead>
              <tr>
                <th scope="col">Star</th>
                <th scope="col">Konto</th>
                <th scope="col" className="number">
                  Bisher
                </th>
                <th scope="col" className="number">
                  Neu
                </th>
                <th scope="col">Wirkung</th>
              </tr>
            </thead>
            <tbody>
              {fine.slice(0, mostShown).map((line) => (
                <PreviewRow key={line.line} line={line} />
              ))}
            </tbody>
          </DataTable>
          {fine.length > mostShown && <p className="meta">{`Und ${formatCount(fine.length - mostShown)} weitere.`}</p>}
        </div>
      )}
    </section>
  )
}

const numberOr = (value: number | null) => (value === null ? '–' : formatCount(value))

function PreviewRow({ line }: { line: Line }) {
  const platform = socialPlatforms.find(({ key }) => key === line.platform)?.name
  return (
    <tr>
      <td>{line.star_name}</td>
      <td>
        {platform}: {line.handle}
      </td>
      <td className="number">{numberOr(line.before)}</td>
      <td className="number">{numberOr(line.followers)}</td>
      <td>{effects[line.effect]}</td>
    </tr>
  )
}
