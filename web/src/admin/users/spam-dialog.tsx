import type { SpamPreview } from '@hot/domain/contract/admin/decisions'
import { writtenAmounts } from '@hot/domain/moderation/decision-texts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'

const previewQuery = (userId: string, members: readonly string[]) =>
  queryOptions({
    queryKey: ['admin', userId, 'spam-preview', members],
    queryFn: ({ signal }) => rpc('admin_spam_preview', { p_ids: [...members] }, signal),
    staleTime: 0,
    gcTime: 0,
    meta: { personal: true },
  })

const nameOf = ({ nickname }: SpamPreview[number]) => nickname ?? 'Account ohne Namen'

/** More names than these would not be read. */
const namedMax = 10

type Props = {
  /** Ids of the accounts. */
  members: readonly string[]
  onDone?: () => unknown
  onClose: () => void
}

/** Bans accounts and removes all they wrote, after a question that names them and how much that is. */
export function SpamDialog({ members, onDone, onClose }: Props) {
  const { userId } = useStaff()
  const { decide } = useDecisions()
  const { data: found, isError, refetch } = useQuery(previewQuery(userId, members))
  if (!found)
    return (
      <Dialog open onClose={onClose} title="Als Spam sperren?">
        {isError ? (
          <ErrorState title="Das ließ sich nicht laden" onRetry={() => void refetch()} />
        ) : (
          <div role="status" aria-label="Wird geladen">
            <Skeleton className="h-24" />
          </div>
        )}
      </Dialog>
    )
  const remove = async () => {
    for (const one of found)
      decide({
        kind: 'spam',
        args: { p_id: one.id },
        facts: { action: 'spam', type: 'profile', name: one.nickname, posts: one.posts, comments: one.comments },
        targets: [`profile:${one.id}`],
      })
    await onDone?.()
  }
  const [only] = found
  return (
    <ConfirmDialog
      title={
        found.length === 1 && only
          ? `${nameOf(only)} sperren und alles entfernen?`
          : `${found.length} Accounts als Spam sperren?`
      }
      text={<Consequences found={found} />}
      confirm="Sperren und entfernen"
      danger
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** "Kim: 3 Kommentare; Alex: 1 Beitrag und 4 weitere." */
function namedAmounts(found: SpamPreview): string {
  const shown = found.slice(0, namedMax)
  const named = shown.map((one) => `${nameOf(one)}: ${writtenAmounts(one)}`).join('; ')
  return found.length > shown.length ? `${named} und ${found.length - shown.length} weitere.` : `${named}.`
}

function Consequences({ found }: { found: SpamPreview }) {
  const [only] = found
  return (
    <>
      {found.length === 1 && only ? (
        <span className="block">{`Weg sind dann ${writtenAmounts(only)}.`}</span>
      ) : (
        <span className="block wrap-anywhere">{namedAmounts(found)}</span>
      )}
      <span className="block">
        Beiträge verschwinden mit allem, was andere darunter geschrieben haben. Kommentare bleiben als Lücke in der
        Runde. Offene Meldungen dazu sind erledigt. Zehn Sekunden lang kannst du es selbst zurücknehmen, dreißig Tage
        lang ein Admin.
      </span>
    </>
  )
}
