import { type SearchResult, searchBadges } from '@hot/domain/search/results'
import { searchFold, searchPatterns } from '@hot/domain/text/search-fold'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'

/** Picture, title and badge of a result. */
export function HitContent({ result, query }: { result: SearchResult; query: string }) {
  return (
    <>
      <Picture result={result} />
      <Highlighted title={result.title} query={query} />
      <Badge>{searchBadges[result.kind]}</Badge>
    </>
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

export function Emoji({ of }: { of: string }) {
  return <span aria-hidden="true">{of}</span>
}

/** A title with the parts that the query matched marked. */
export function Highlighted({ title, query }: { title: string; query: string }) {
  return (
    <span>
      {highlightHits(title, query).map(({ start, text, hit }) => (hit ? <mark key={start}>{text}</mark> : text))}
    </span>
  )
}

/** Part of a title; `start`: index of its first letter. */
type HighlightedPart = { start: number; text: string; hit: boolean }

/**
 * Length of the longest run of `letters` from `start` that folds to `pattern`, or 0. The longest, because a letter may
 * be folded into the one before it (`Zoë` becomes `zo`).
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

/**
 * Splits a title into parts that a query matched and others, with the folding of the search: `mueller` matches
 * `Müller`.
 */
export function highlightHits(title: string, query: string): HighlightedPart[] {
  const letters = [...title]
  const hit = letters.map(() => false)
  for (const pattern of searchPatterns(query)) {
    for (let start = 0; start < letters.length; start++) {
      const length = hitLength(letters, start, pattern)
      if (length > 0) hit.fill(true, start, start + length)
    }
  }
  return letters.reduce<HighlightedPart[]>((parts, letter, index) => {
    const last = parts.at(-1)
    const isHit = hit[index] ?? false
    if (last?.hit === isHit) last.text += letter
    else parts.push({ start: index, text: letter, hit: isHit })
    return parts
  }, [])
}
