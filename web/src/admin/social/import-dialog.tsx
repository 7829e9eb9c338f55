import type { SocialImportAnswer } from '@hot/domain/contract/admin/social'
import { socialPlatforms } from '@hot/domain/star/social-account'
import { readSocialCsv, type SocialLine, type SocialLineProblem, socialImportBytes } from '@hot/domain/star/social-csv'
import { type ChangeEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFailure } from '#web/ui/forms/form-failure.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useWrite } from '../kit/write.ts'
import { importSocial, socialFailures } from './api.ts'

const tooLarge = 'Die Datei ist größer als 1 MB. Teil sie in mehrere.'
const unreadable = 'Die Datei ist kein Text in UTF-8. Speicher sie als „CSV UTF-8“.'

/** Many accounts at once: paste or choose a file, see what each line would do, then all lines or none. */
export function SocialImportDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<string | null>(null)
  const [lines, setLines] = useState<SocialLine[]>([])
  const [problems, setProblems] = useState<SocialLineProblem[]>([])
  const [answer, setAnswer] = useState<SocialImportAnswer | null>(null)
  const change = (next: string) => {
    setText(next)
    setAnswer(null)
    setProblems([])
    setRefusal(null)
  }

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    // Looked at before it is read: what is far too large never comes into memory.
    if (file.size > socialImportBytes) return setRefusal(tooLarge)
    try {
      change(new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer()))
    } catch {
      setRefusal(unreadable)
    }
  }
  const checking = useWrite(
    async () => {
      const read = readSocialCsv(text)
      setLines(read.lines)
      const found = read.lines.length > 0 ? await importSocial(read.lines, false) : []
      setAnswer(found)
      setProblems([...read.problems, ...importProblems(found)].toSorted((a, b) => a.line - b.line))
    },
    { refusals: socialFailures, affects: [] },
  )
  const applying = useWrite(() => importSocial(lines, true), {
    refusals: socialFailures,
    onDone: () => {
      showToast({ title: `${formatCount(lines.length)} Zeilen übernommen` })
      onClose()
    },
  })
  const check = () => {
    applying.forget()
    return checking.run()
  }
  const apply = async () => {
    // What is wrong by now, the next check says.
    if (!(await applying.run())) setAnswer(null)
  }
  const busy = checking.busy || applying.busy
  const isReady = answer !== null && answer.length > 0 && problems.length === 0
  return (
    <FormDialog wide busy={busy} onClose={onClose} title="Social Media aus CSV">
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
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={choose}
          hidden
          aria-label="CSV-Datei"
        />
        <Button small onClick={() => input.current?.click()}>
          Datei wählen
        </Button>
      </div>
      {answer && <SocialImportPreview answer={answer} problems={problems} />}
      <FormFailure text={refusal ?? applying.failure ?? checking.failure} />
      <div className="flex flex-wrap gap-2">
        {isReady ? (
          <Button variant="hot" onClick={apply} disabled={busy}>
            {busy ? 'Wird übernommen …' : `${formatCount(answer.length)} Zeilen übernehmen`}
          </Button>
        ) : (
          <Button variant="hot" onClick={check} disabled={busy || text.trim() === ''}>
            {busy ? 'Wird geprüft …' : 'Prüfen'}
          </Button>
        )}
        <Button onClick={onClose} disabled={busy}>
          Abbrechen
        </Button>
      </div>
    </FormDialog>
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

/** What the database finds wrong, as sentences by line. */
const importProblems = (answer: SocialImportAnswer): SocialLineProblem[] =>
  answer.flatMap((line) => (line.problem ? [{ line: line.line, message: problemTexts[line.problem](line) }] : []))

type SocialImportPreviewProps = { answer: SocialImportAnswer; problems: SocialLineProblem[] }

/** What each line would do; first of all what keeps the import from being done. */
function SocialImportPreview({ answer, problems }: SocialImportPreviewProps) {
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
        <Note kind="warn">
          <ul>
            {problems.slice(0, mostShown).map(({ line, message }) => (
              <li key={line}>
                Zeile {line}: {message}
              </li>
            ))}
          </ul>
          {problems.length > mostShown && <p>Und {formatCount(problems.length - mostShown)} weitere.</p>}
        </Note>
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
          {fine.length > mostShown && <p className="meta">Und {formatCount(fine.length - mostShown)} weitere.</p>}
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
