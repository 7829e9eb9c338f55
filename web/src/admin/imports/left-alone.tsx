import type { ImportChanges } from '@hot/domain/contract/admin/imports'
import { tableNames } from '@hot/domain/import/import-report'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { CheckField } from '#web/ui/forms/field.tsx'
import { useStaff } from '../kit/access.tsx'
import { saveTable } from '../kit/list.tsx'
import { valueText } from './changes.tsx'

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
