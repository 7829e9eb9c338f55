import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { newsQuery } from '#web/entities/news/api.ts'
import { NewsList } from '#web/entities/news/news-list.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'

/** `/news`: all published news, latest first. */
export function NewsPage({ after, now }: { after: string | undefined; now: Instant }) {
  const list = useSuspenseInfiniteQuery(newsQuery(after))
  const { pages } = list.data
  const items = pages.flatMap((page) => page.items)
  const next = pages.at(-1)?.next
  return (
    <div className="page">
      <PageHead title="News" intro="Was gerade los ist, von der Redaktion." />
      <div className="max-w-180">
        <NewsList items={items} now={now} level={2} />
        {items.length > 0 && (
          <ListFooter
            list={list}
            href={next ? `/news?nach=${encodeURIComponent(next)}` : undefined}
            more="Ältere News"
          />
        )}
      </div>
    </div>
  )
}

export function NewsSkeleton() {
  return (
    <div className="page" role="status" aria-label="News werden geladen">
      <Skeleton className="h-12 w-60" />
      <Skeleton className="mt-6 h-80" />
    </div>
  )
}
