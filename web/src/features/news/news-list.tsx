import type { NewsItem } from '@hot/domain/contract/site'
import { berlinDay, berlinTime, type Day, type Instant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'

type Props = {
  items: NewsItem[]
  /** The server's time, so that hydration renders the same `heute`. */
  now: Instant
}

/** News, newest first. Items without a URL show their full text here. */
export function NewsList({ items, now }: Props) {
  if (items.length === 0) return <p className="text-ink-2">Nichts Neues. Auch mal schön.</p>
  const today = todayInBerlin(now)
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} id={`news-${item.slug}`} className="border-t border-rule py-3 first:border-t-0 first:pt-1">
          <NewsEntry item={item} date={newsDate(item.published_at, today)} />
        </li>
      ))}
    </ul>
  )
}

function NewsEntry({ item, date }: { item: NewsItem; date: string }) {
  return (
    <article className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <h3 className="type-h3">
          {item.url ? (
            <a href={item.url} target="_blank" rel="noopener" className="hover:underline">
              {item.title}
            </a>
          ) : (
            item.title
          )}
        </h3>
        {item.excerpt && <p className="mt-1 text-second text-ink-2">{item.excerpt}</p>}
        <p className="meta mt-1">
          <time dateTime={item.published_at}>{date}</time>
          {item.url && ` · ${hostOf(item.url)}`}
        </p>
        {!item.url && item.body && <NewsBody body={item.body} />}
      </div>
      {item.image_url && <LazyImage src={item.image_url} width={96} height={72} />}
    </article>
  )
}

function NewsBody({ body }: { body: string }) {
  return (
    <details className="mt-1">
      <summary className="link py-1 text-small">Weiterlesen</summary>
      <p className="prose mt-2 whitespace-pre-line text-second">{body}</p>
    </details>
  )
}

/** The host of a link, which tells where it leads. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : 'zur Quelle'
}

/** `heute, 11:20`, `gestern`, `Do, 19. Nov.` */
export function newsDate(published: Instant, today: Day): string {
  const day = berlinDay(published)
  const label = dayLabel(day, today)
  return day === today ? `${label}, ${clock(berlinTime(published))}` : label
}
