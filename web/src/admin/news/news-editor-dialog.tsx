import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { NewsForm } from './news-form.tsx'
import { adminNewsItemQuery } from './news-queries.ts'

type Props = {
  /** `neu`, or whose editor it is. */
  id: string
  onClose: () => void
}

/** The editor over the list; its address can be shared within the team. */
export function NewsEditorDialog({ id, onClose }: Props) {
  const isNew = id === 'neu'
  const item = useQuery({ ...adminNewsItemQuery(id), enabled: !isNew })
  return (
    <Dialog open wide onClose={onClose} title={isNew ? 'Neue News' : 'News bearbeiten'}>
      {isNew && <NewsForm item={null} onDone={onClose} />}
      {!isNew && item.isPending && <Skeleton className="h-80" />}
      {!isNew && item.isError && !item.data && (
        <ErrorState title="Die News konnte nicht geladen werden" onRetry={() => void item.refetch()} />
      )}
      {item.data === null && <p>Diese News gibt es nicht mehr.</p>}
      {item.data && <NewsForm item={item.data} onDone={onClose} />}
    </Dialog>
  )
}
