import { type ImportProblem, problemLine } from '@hot/domain/import/import-report'
import { Button } from '#web/ui/controls/button.tsx'
import { saveTable } from '../kit/list.tsx'

/** More than anybody reads on a page; the file has all. */
const shown = 40

/** Faults or hints by file and line, and all of them as a CSV: what files say is no formula there. */
export function ProblemList({ problems, name }: { problems: readonly ImportProblem[]; name: string }) {
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
