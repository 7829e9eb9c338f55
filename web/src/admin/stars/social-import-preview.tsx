import type { SocialImportAnswer } from '@hot/domain/contract/admin/social'
import { socialPlatforms } from '@hot/domain/star/social-account'
import type { SocialLineProblem } from '@hot/domain/star/social-csv'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Note } from '#web/ui/feedback/callout.tsx'

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
export const importProblems = (answer: SocialImportAnswer): SocialLineProblem[] =>
  answer.flatMap((line) => (line.problem ? [{ line: line.line, message: problemTexts[line.problem](line) }] : []))

type Props = { answer: SocialImportAnswer; problems: SocialLineProblem[] }

/** What each line would do; first of all what keeps the import from being done. */
export function SocialImportPreview({ answer, problems }: Props) {
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
