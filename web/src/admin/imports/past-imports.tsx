import type { PastImport } from '@hot/domain/contract/admin/imports'
import { importTableNames, tableNames } from '@hot/domain/import/import-report'
import { restoreDays } from '@hot/domain/post/moderation'
import { longDateTime } from '@hot/domain/time/german-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog, tooLateText } from '../kit/dialogs.tsx'
import { importsQuery } from './api.ts'

/** Imports of the last 30 days; admins undo one as a whole. */
export function PastImports() {
  const list = useInfiniteQuery(importsQuery)
  return (
    <section className="mt-10 grid max-w-192 gap-3">
      <h2 className="type-h3">Letzte Importe</h2>
      <PagedList
        list={list}
        loading="Importe werden geladen"
        failed="Die letzten Importe konnten nicht geladen werden"
        empty={<p className="meta">In den letzten {restoreDays} Tagen wurde nichts importiert.</p>}
        more="Mehr Importe"
      >
        {(items) => (
          <ul className="grid gap-3">
            {items.map((item) => (
              <PastImportRow key={item.id} item={item} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

/** What undoing does, of what there is. */
function undoText(made: number, changed: number, removed: number): string {
  const [news, olds] = [formatCount(made), formatCount(changed)]
  return [
    made === 1 && 'Eine neue Zeile kommt mit allem, was seither daran hängt, in den Papierkorb.',
    made > 1 && `${news} neue Zeilen kommen mit allem, was seither daran hängt, in den Papierkorb.`,
    changed === 1 && 'Eine geänderte bekommt ihre alten Werte zurück, außer jemand hat sie seither bearbeitet.',
    changed > 1 && `${olds} geänderte bekommen ihre alten Werte zurück, außer jemand hat sie seither bearbeitet.`,
    removed > 0 && 'Was er weggenommen hat, kommt zurück.',
    made + changed + removed === 0 && 'Was er sich gemerkt hat, gilt nicht mehr: Der nächste Import fragt wieder.',
  ]
    .filter(Boolean)
    .join(' ')
}

const total = (item: PastImport, what: 'new' | 'changed' | 'removed') =>
  importTableNames.reduce((sum, table) => sum + (item.counts[table]?.[what] ?? 0), 0)

/** `Stars: 34 neu, 2 geändert · Folgen: 35 neu`, only tables with changes. */
const countsText = ({ counts }: Pick<PastImport, 'counts'>): string =>
  importTableNames
    .flatMap((table) => {
      const { new: made, changed, removed = 0 } = counts[table] ?? { new: 0, changed: 0 }
      const parts = [
        made > 0 && `${formatCount(made)} neu`,
        changed > 0 && `${formatCount(changed)} geändert`,
        removed > 0 && `${formatCount(removed)} weggenommen`,
      ]
      const text = parts.filter((part) => part !== false).join(', ')
      return text ? [`${tableNames[table]}: ${text}`] : []
    })
    .join(' · ')

function PastImportRow({ item }: { item: PastImport }) {
  const { isAdmin } = useStaff()
  const [asking, setAsking] = useState(false)
  const undo = async () => {
    const undone = await rpc('admin_undo_import', { p_id: item.id })
    if (!undone) {
      showToast({
        kind: 'error',
        title: 'Nicht mehr möglich',
        text: tooLateText,
      })
      return
    }
    const { removed, reverted, kept, restored } = undone
    const back = restored > 0 ? ` ${formatCount(restored)} Zeilen, die er weggenommen hat, sind wieder da.` : ''
    const stays = kept > 0 ? ` ${formatCount(kept)} Werte bleiben, die hat seither jemand geändert.` : ''
    showToast({
      title: 'Import rückgängig gemacht',
      text: `${formatCount(removed)} Zeilen liegen im Papierkorb, ${formatCount(reverted)} Werte sind wie vorher.${back}${stays}`,
    })
  }
  return (
    <li className="grid gap-1 border-t border-rule pt-3">
      <p>
        <b>{longDateTime(item.applied_at)}</b>
        <span className="meta">{` von ${item.applied_by_name ?? 'der Kommandozeile'}`}</span>
      </p>
      <p className="meta num wrap-anywhere">{countsText(item) || 'Nur gemerkt, welche Zeile was bedeutet.'}</p>
      {item.undone_at && (
        <p className="meta">
          Rückgängig gemacht am {longDateTime(item.undone_at)}. Was neu war, ging in den Papierkorb.
        </p>
      )}
      {!item.undone_at && isAdmin && (
        <div>
          <Button
            small
            aria-label={`Rückgängig machen: Import vom ${longDateTime(item.applied_at)}`}
            onClick={() => setAsking(true)}
          >
            Rückgängig machen
          </Button>
        </div>
      )}
      {asking && (
        <ConfirmDialog
          title="Import rückgängig machen?"
          text={undoText(total(item, 'new'), total(item, 'changed'), total(item, 'removed'))}
          confirm="Rückgängig machen"
          onConfirm={undo}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
