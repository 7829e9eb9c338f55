import { eventTypeLabels } from '@hot/domain/calendar/event-kind'
import type { ImportChanges } from '@hot/domain/contract/admin/imports'
import { tableNames } from '@hot/domain/import/import-report'
import { cellText } from '@hot/domain/import/new-rows'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { CheckField } from '#web/ui/forms/field.tsx'
import { saveTable } from '../kit/list.tsx'

/** Maximum changes shown; the CSV has all. */
const shown = 40

type Change = ImportChanges['items'][number]

type ChangesProps = {
  changes: ImportChanges
  /** Ids of what was corrected by hand and is replaced all the same. */
  unlocked: ReadonlySet<string>
  busy: boolean
  onUnlock: (ids: ReadonlySet<string>) => void
}

/** Which values an import replaces, and which it leaves alone because somebody corrected them by hand. */
export function Changes({ changes, ...choice }: ChangesProps) {
  const { total, locked, items } = changes
  if (total === 0) return null
  const free = items.filter((item) => !item.locked)
  return (
    <>
      {locked > 0 && <Locked count={locked} items={items.filter((item) => item.locked)} {...choice} />}
      {total > locked && (
        <>
          <h3 className="type-h3">
            {total - locked === 1 ? 'Ein Wert wird ersetzt' : `${formatCount(total - locked)} Werte werden ersetzt`}
          </h3>
          <ul className="grid gap-1">
            {free.slice(0, shown).map((item) => (
              <li key={item.id} className="wrap-anywhere">
                <ChangeText item={item} />
              </li>
            ))}
          </ul>
          {total - locked > shown && <p className="meta">{`… und ${formatCount(total - locked - shown)} weitere.`}</p>}
        </>
      )}
      <SaveChanges changes={changes} />
    </>
  )
}

type LockedProps = Omit<ChangesProps, 'changes'> & { count: number; items: readonly Change[] }

/** Each can be replaced by ticking it; all of them by one press. */
function Locked({ count, items, unlocked, busy, onUnlock }: LockedProps) {
  const toggle = (id: string) => {
    const next = new Set(unlocked)
    if (!next.delete(id)) next.add(id)
    onUnlock(next)
  }
  const all = items.every((item) => unlocked.has(item.id))
  return (
    <>
      <h3 className="type-h3">
        {count === 1 ? 'Ein Wert bleibt von Hand' : `${formatCount(count)} Werte bleiben von Hand`}
      </h3>
      <p className="meta">{`Die hat jemand aus dem Team berichtigt. Kreuz an, was die Dateien trotzdem ersetzen sollen${count > items.length ? `; hier stehen die ersten ${formatCount(items.length)}` : ''}.`}</p>
      <ul className="grid gap-1">
        {items.map((item) => (
          <li key={item.id} className="wrap-anywhere">
            <CheckField
              label={<ChangeText item={item} />}
              value={unlocked.has(item.id)}
              busy={busy}
              onChange={() => toggle(item.id)}
            />
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div>
          <Button small busy={busy} onClick={() => onUnlock(new Set(all ? [] : items.map((item) => item.id)))}>
            {all ? 'Keinen ersetzen' : `Alle ${formatCount(items.length)} ersetzen`}
          </Button>
        </div>
      )}
    </>
  )
}

/** A value of a column as people read it. */
export const valueText = (field: string, value: string): string =>
  field === 'kind' ? (eventTypeLabels[value] ?? value) : cellText(value)

const ChangeText = ({ item }: { item: Change }) => (
  <span>
    <b>{item.row}</b>, {item.field}: <del>{item.old === null ? 'nichts' : valueText(item.field, item.old)}</del> →{' '}
    {valueText(item.field, item.new)}
  </span>
)

function SaveChanges({ changes: { total, items } }: { changes: ImportChanges }) {
  const download = () =>
    saveTable('import-aenderungen', [
      ['Tabelle', 'Zeile', 'Spalte', 'Bisher', 'Neu', 'Von Hand'],
      ...items.map((item) => [
        tableNames[item.table],
        item.row,
        item.field,
        valueText(item.field, item.old ?? ''),
        valueText(item.field, item.new),
        item.locked ? 'ja' : '',
      ]),
    ])
  return (
    <div>
      <Button small onClick={download}>
        {total > items.length ? `Die ersten ${formatCount(items.length)} als CSV speichern` : 'Alle als CSV speichern'}
      </Button>
    </div>
  )
}
