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
        <li key={item.id} className="border-t border-rule py-3 first:border-t-0 first:pt-1">
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
        {!item.url && item.body ? (
          <NewsText item={item} />
        ) : (
          <>
            <h3 className="type-h3" id={newsId(item)}>
              {item.url ? (
                <a href={item.url} target="_blank" rel="noopener" className="hover:underline">
                  {item.title}
                </a>
              ) : (
                item.title
              )}
            </h3>
            <Excerpt item={item} />
          </>
        )}
        <p className="meta mt-1">
          {/* The address of this notice, to share. */}
          <a href={`/#${newsId(item)}`} className="hover:underline" aria-label={`${date}: Link zu „${item.title}“`}>
            <time dateTime={item.published_at}>{date}</time>
          </a>
          {item.url && ` · ${hostOf(item.url)}`}
        </p>
      </div>
      {item.image_url && <LazyImage src={item.image_url} width={96} height={72} />}
    </article>
  )
}

const newsId = ({ slug }: NewsItem) => `news-${slug}`

const Excerpt = ({ item: { excerpt } }: { item: NewsItem }) =>
  excerpt && <p className="mt-1 text-second text-ink-2">{excerpt}</p>

/** The headline opens the text. The browser opens it, too, for an address with the text's id. */
function NewsText({ item }: { item: NewsItem }) {
  return (
    <details className="group">
      <summary className="cursor-pointer list-none [&::-webkit-details-marker]:hidden">
        <h3 className="type-h3 hover:underline">{item.title}</h3>
        <Excerpt item={item} />
        <span className="link py-1 text-small" aria-hidden="true">
          <span className="group-open:hidden">Weiterlesen</span>
          <span className="hidden group-open:inline">Weniger</span>
        </span>
      </summary>
      <p id={newsId(item)} className="prose mt-2 scroll-mt-40 whitespace-pre-line text-second">
        {item.body}
      </p>
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
