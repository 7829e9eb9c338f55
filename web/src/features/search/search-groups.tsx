import type { SearchPage } from '@hot/domain/contract/search'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { postPath } from '@hot/domain/post/address'
import type { SearchKind } from '@hot/domain/search/kinds'
import type { SitePage } from '@hot/domain/search/site-pages'
import { starName } from '@hot/domain/star/name'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { formatPath, memberPath, newsPath, seasonPath, starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EventListRow } from '#web/entities/event/event-row.tsx'
import { seasonTitle } from '#web/entities/format/format-text.ts'
import { kindLabel, PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { countOf, formatScore } from '#web/ui/data/format-number.ts'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Emoji, Highlighted } from './hit-content.tsx'

type Rows = { [Kind in SearchKind]: (item: SearchPage[Kind]['items'][number], query: string, now: number) => ReactNode }

/** One result of each kind. */
const rows: Rows = {
  stars: (star, query) => (
    <Hit
      path={starPath(star.slug)}
      picture={<Avatar id={star.id} name={starName(star)} src={star.avatar_url} size={36} />}
      title={starName(star)}
      query={query}
      meta={[star.distinguished_by, star.hot_score !== null && `HoT-Score ${formatScore(star.hot_score)}`]
        .filter(Boolean)
        .join(' · ')}
    />
  ),
  formats: (format, query) => (
    <Hit
      path={formatPath(format.slug)}
      picture={<Emoji of={format.emoji ?? '📺'} />}
      title={format.name}
      query={query}
      meta={format.short_name}
    />
  ),
  seasons: (season, query) => (
    <Hit
      path={seasonPath(season.format.slug, season.slug)}
      picture={<Emoji of={season.format.emoji ?? '📺'} />}
      title={`${season.format.name}: ${seasonTitle(season, season.format)}`}
      query={query}
      meta={[seasonStatusTexts[season.status], season.start_date?.slice(0, 4)].filter(Boolean).join(' · ')}
    />
  ),
  posts: (post, query) => (
    <Hit
      path={postPath(post)}
      picture={<PostTypeBadge type={post.type} />}
      title={post.title}
      query={query}
      meta={`${kindLabel(post.type)} · ${longDay(berlinDay(post.created_at))} · ${countOf(post.comments, 'Kommentar', 'Kommentare')}`}
    />
  ),
  dates: (event, _query, now) => <EventListRow event={event} now={now} showDay />,
  news: (item, query) => <NewsHit item={item} query={query} />,
  members: (member, query) => (
    <Hit
      path={memberPath(member.slug)}
      picture={<Avatar id={member.id} name={member.nickname} src={member.avatar_url} size={36} />}
      title={member.nickname}
      query={query}
      meta={`${member.karma} Karma`}
    />
  ),
}

type HitsProps<Kind extends SearchKind> = {
  kind: Kind
  items: readonly SearchPage[Kind]['items'][number][]
  query: string
  /** Server time (epoch ms). */
  now: number
}

/** Results of one kind. */
export function Hits<Kind extends SearchKind>({ kind, items, query, now }: HitsProps<Kind>) {
  const row: Rows[Kind] = rows[kind]
  return (
    <ul className="grid gap-1">
      {items.map((item) => (
        <li key={item.id}>{row(item, query, now)}</li>
      ))}
    </ul>
  )
}

type HitProps = { path: string; picture: ReactNode; title: string; query: string; meta?: ReactNode }

function Hit({ path, picture, title, query, meta }: HitProps) {
  return (
    <Link to={path} className="search-hit -mx-2.5">
      {picture}
      <span className="min-w-0 wrap-anywhere">
        <Highlighted title={title} query={query} />
        {meta && <span className="meta block">{meta}</span>}
      </span>
    </Link>
  )
}

/** To the article, or to the source if there is no text. */
function NewsHit({ item, query }: { item: SearchPage['news']['items'][number]; query: string }) {
  const title = <Highlighted title={item.title} query={query} />
  return (
    <article className="py-2 wrap-anywhere">
      {item.url && !item.has_text ? (
        <a href={item.url} target="_blank" rel="noopener" className="hover:underline">
          {title}
        </a>
      ) : (
        <Link to={newsPath(item.slug)} className="hover:underline">
          {title}
        </Link>
      )}
      <p className="meta">{`${longDay(berlinDay(item.published_at))}${item.excerpt ? ` · ${item.excerpt}` : ''}`}</p>
    </article>
  )
}

/** Charts and other pages of the site. */
export function SitePageHits({ pages, query }: { pages: readonly SitePage[]; query: string }) {
  return (
    <ul className="grid gap-1">
      {pages.map(({ path, emoji, title, line }) => (
        <li key={path}>
          <Hit path={path} picture={<Emoji of={emoji} />} title={title} query={query} meta={line} />
        </li>
      ))}
    </ul>
  )
}
