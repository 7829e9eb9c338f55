import { type SearchResult, searchBadges } from '@hot/domain/search/results'
import { searchFold, searchPatterns } from '@hot/domain/text/search-fold'
import { Link } from '@tanstack/react-router'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import type { SearchView } from './api.ts'

type SearchResultsProps = { view: SearchView; active: number; onChoose: () => void }

/** Headline and list. The box keeps the height of a full answer, so that nothing jumps while typing. */
export function SearchResults({ view, active, onChoose }: SearchResultsProps) {
  const headline = searchHeadline(view)
  return (
    <div className="mt-2 min-h-92">
      <p className="meta px-2.5 pt-1" role="status">
        {headline}
      </p>
      {view.state === 'failed' && (
        <p className="p-2.5">
          <Button small onClick={view.retry}>
            Erneut versuchen
          </Button>
        </p>
      )}
      <div id={resultListId} role="listbox" aria-label={headline}>
        {view.results.map((result, index) => (
          <SearchRow
            key={result.key}
            id={resultId(index)}
            result={result}
            query={view.query}
            active={index === active}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

export const resultListId = 'search-results'
export const resultId = (index: number): string => `search-result-${index}`

type SearchRowProps = { id: string; result: SearchResult; query: string; active: boolean; onChoose: () => void }

/** One result: an option of the listbox that is also a link, so that it can be opened in a new tab. */
function SearchRow({ id, result, query, active, onChoose }: SearchRowProps) {
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
      return <PostTypeBadge type={result.post.type} />
    case 'format':
      return <Emoji of={result.format.emoji ?? '📺'} />
    case 'chart':
      return <Emoji of={result.chart.emoji} />
  }
}

function Emoji({ of }: { of: string }) {
  return <span aria-hidden="true">{of}</span>
}

/** The line above the results. */
export function searchHeadline({ query, results, state }: Pick<SearchView, 'query' | 'results' | 'state'>): string {
  if (state === 'loading') return 'Suche...'
  if (state === 'failed') return 'Die Suche klemmt gerade. Versuch es noch einmal.'
  if (query === '') return 'Beliebte Inhalte'
  return results.length > 0 ? `Suchergebnisse für "${query}"` : `Keine Ergebnisse für "${query}" gefunden`
}

/** `start` is the place of the part's first letter in the title. */
type MarkedPart = { start: number; text: string; hit: boolean }

/**
 * Length of the longest stretch of `letters` from `start` that folds to `pattern`, or 0. The longest, because letters
 * may fold into the one before ("Zoë" becomes `zo`).
 */
function hitLength(letters: readonly string[], start: number, pattern: string): number {
  let longest = 0
  for (let end = start + 1; end <= letters.length && letters[end - 1] !== ' '; end++) {
    const folded = searchFold(letters.slice(start, end).join(''))
    if (folded === pattern) longest = end - start
    else if (folded.length >= pattern.length) break
  }
  return longest
}

/** Which letters a query found, as the search finds them: "mueller" marks "Müller". */
export function markHits(title: string, query: string): MarkedPart[] {
  const letters = [...title]
  const hit = letters.map(() => false)
  for (const pattern of searchPatterns(query)) {
    for (let start = 0; start < letters.length; start++) {
      const length = hitLength(letters, start, pattern)
      if (length > 0) hit.fill(true, start, start + length)
    }
  }
  return letters.reduce<MarkedPart[]>((parts, letter, index) => {
    const last = parts.at(-1)
    const isHit = hit[index] ?? false
    if (last?.hit === isHit) last.text += letter
    else parts.push({ start: index, text: letter, hit: isHit })
    return parts
  }, [])
}
