import type { PostTag } from '@hot/domain/contract/post'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { tagId, tagName } from './post-fields.ts'
import type { TagResults } from './use-tag-search.ts'

type Props = {
  id: string
  optionId: (index: number) => string
  results: TagResults
  /** Place of the marked tag, −1 for none. */
  active: number
  onChoose: (tag: PostTag) => void
}

/** What was found, below the field; the field keeps the focus. */
export function TagOptions({ id, optionId, results, active, onChoose }: Props) {
  if (results.state === 'failed')
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 border-2 border-danger p-3" role="alert">
        <p className="text-small">Die Suche antwortet nicht. Abschicken kannst du auch ohne Tags.</p>
        <Button small onClick={results.retry}>
          Noch einmal suchen
        </Button>
      </div>
    )
  return (
    <>
      {results.state === 'loading' && <p className="meta">Wird gesucht …</p>}
      {results.state === 'ready' && results.tags.length === 0 && (
        <p className="meta">Dazu kennen wir weder Star noch Format.</p>
      )}
      <div
        id={id}
        role="listbox"
        aria-label="Gefundene Stars und Formate"
        hidden={results.tags.length === 0}
        className="border-2 border-ink bg-sheet"
      >
        {results.tags.map((tag, index) => (
          <button
            key={tagId(tag)}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="search-hit w-full text-left"
            onClick={() => onChoose(tag)}
          >
            <TagPicture tag={tag} size={36} />
            <span className="wrap-anywhere">{tagName(tag)}</span>
            <Badge>{tag.kind === 'star' ? 'Star' : 'Format'}</Badge>
          </button>
        ))}
      </div>
    </>
  )
}

export function TagPicture({ tag, size }: { tag: PostTag; size: 28 | 36 }) {
  if (tag.kind === 'star') return <Avatar id={tag.star.id} name={tagName(tag)} src={tag.star.avatar_url} size={size} />
  return <span aria-hidden="true">{tag.format.emoji ?? '📺'}</span>
}
