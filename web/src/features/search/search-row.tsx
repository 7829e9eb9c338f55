import { type SearchResult, searchBadges } from '@hot/domain/search/results'
import { Link } from '@tanstack/react-router'
import { TypeMark } from '#web/entities/post/cards/post-type-badge.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { markHits } from './highlight-hits.ts'

export const resultListId = 'search-results'
export const resultId = (index: number): string => `search-result-${index}`

type Props = { id: string; result: SearchResult; query: string; active: boolean; onChoose: () => void }

/** One result: an option of the listbox that is also a link, so that it can be opened in a new tab. */
export function SearchRow({ id, result, query, active, onChoose }: Props) {
  return (
    <Link
      id={id}
      to={result.path}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="search-hit"
      preload={active ? 'render' : 'intent'}
      onClick={onChoose}
    >
      <Picture result={result} />
      <span>
        {markHits(result.title, query).map(({ start, text, hit }) => (hit ? <mark key={start}>{text}</mark> : text))}
      </span>
      <Badge>{searchBadges[result.kind]}</Badge>
    </Link>
  )
}

function Picture({ result }: { result: SearchResult }) {
  switch (result.kind) {
    case 'star':
      return <Avatar id={result.star.id} name={result.title} src={result.star.avatar_url} size={36} />
    case 'post':
      return <TypeMark type={result.post.type} />
    case 'format':
      return <Emoji of={result.format.emoji ?? '📺'} />
    case 'chart':
      return <Emoji of={result.chart.emoji} />
  }
}

function Emoji({ of }: { of: string }) {
  return <span aria-hidden="true">{of}</span>
}
