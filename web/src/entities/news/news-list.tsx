import type { NewsItem } from '@hot/domain/contract/news'
import { berlinDay, berlinTime, type Day, type Instant, todayInBerlin } from '@hot/domain/time/berlin-time'
import { clock, dayLabel } from '@hot/domain/time/german-date'
import { parseUrl } from '@hot/domain/url/parse-url'
import { newsPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Heading, type HeadingLevel } from '#web/ui/layout/heading.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { newsHref } from './api.ts'

type Props = {
  items: readonly NewsItem[]
  /** The server's time, so that hydration renders the same `heute`. */
  now: Instant
  level?: HeadingLevel
}

/** News, newest first. */
export function NewsList({ items, now, level = 3 }: Props) {
  if (items.length === 0) return <p className="text-ink-2">Nichts Neues. Auch mal schön.</p>
  const today = todayInBerlin(now)
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} className="border-t border-rule py-3 first:border-t-0 first:pt-1">
          <NewsEntry item={item} date={newsDate(item.published_at, today)} level={level} />
        </li>
      ))}
    </ul>
  )
}

type EntryProps = { item: NewsItem; date: string; level: HeadingLevel }

function NewsEntry({ item, date, level }: EntryProps) {
  const { slug, title, excerpt, url, image_url, published_at } = item
  return (
    <article className="flex items-start gap-4">
      <div className="min-w-0 flex-1">
        <Heading level={level} className="type-h3 wrap-anywhere" id={`news-${slug}`}>
          <Headline item={item}>{title}</Headline>
        </Heading>
        {excerpt && <p className="mt-1 text-second text-ink-2 wrap-anywhere">{excerpt}</p>}
        <p className="meta mt-1">
          {/* The address of this news, to share, where the headline leads away. */}
          <Link to={newsPath(slug)} className="hover:underline" aria-label={`${date}: Link zu „${title}“`}>
            <time dateTime={published_at}>{date}</time>
          </Link>
          <span>{url && ` · ${hostOf(url)}`}</span>
        </p>
      </div>
      {image_url && <LazyImage src={image_url} width={96} height={72} className="aspect-4/3 object-cover" />}
    </article>
  )
}

/** The title as a link. */
function Headline({ item, children }: { item: NewsItem; children: string }) {
  const href = newsHref(item)
  if ('path' in href)
    return (
      <Link to={href.path} className="hover:underline">
        {children}
      </Link>
    )
  return (
    <a href={href.source} target="_blank" rel="noopener" className="hover:underline">
      {children}
    </a>
  )
}

/** The host of a link, which tells where it leads. */
export function hostOf(url: string): string {
  return parseUrl(url)?.hostname.replace(/^www\./, '') ?? 'zur Quelle'
}

/** `heute, 11:20`, `gestern`, `Do, 19. Nov.` */
export function newsDate(published: Instant, today: Day): string {
  const day = berlinDay(published)
  const label = dayLabel(day, today)
  return day === today ? `${label}, ${clock(berlinTime(published))}` : label
}
