import type { AdminNewsRow } from '@hot/domain/contract/admin/news'
import { longDateTime } from '@hot/domain/time/german-date'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { deleteNews, newsFailures } from './news-actions.ts'
import { newsStateTexts } from './news-queries.ts'

type Props = { item: AdminNewsRow; onOpen: () => void }

/** One piece of news as the start page shows it, with what is to be known about it. */
export function NewsRow({ item, onOpen }: Props) {
  const { isAdmin } = useStaff()
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const remove = async () => {
    await deleteNews(item)
    void queryClient.invalidateQueries()
    showToast({ title: 'News gelöscht' })
  }
  return (
    <li className="flex flex-wrap items-start gap-4 border-t border-rule py-3 first:border-t-0">
      {item.image_url && <LazyImage src={item.image_url} width={96} height={72} />}
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="type-h3">{item.title}</h2>
        {item.excerpt && <p className="mt-1 text-ink-2">{item.excerpt}</p>}
        <p className="meta mt-1 flex flex-wrap items-center gap-2">
          <Badge kind={item.state === 'online' ? 'outline' : 'new'}>{newsStateTexts[item.state]}</Badge>
          {item.published_at && <span>{longDateTime(item.published_at)}</span>}
          {item.author && <span>von {item.author}</span>}
        </p>
      </div>
      <div className="flex gap-2">
        <Button small onClick={onOpen} aria-label={`${item.title} bearbeiten`}>
          Bearbeiten
        </Button>
        {isAdmin && (
          <Button small variant="quiet" onClick={() => setAsking(true)} aria-label={`${item.title} löschen`}>
            Löschen
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title="News löschen?"
          text={`„${item.title}“ verschwindet auch von der Startseite. Das lässt sich nicht rückgängig machen.`}
          confirm="Löschen"
          refusals={newsFailures}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </li>
  )
}
