import type { TagSearch } from '@hot/domain/contract/community'
import type { PostTag } from '@hot/domain/contract/post'
import { freshMs } from '@hot/domain/network/query-policy'
import { postTagsMax } from '@hot/domain/post/limits'
import { searchDebounceMs, searchQueryMax } from '@hot/domain/search/limits'
import { firstCharacters } from '@hot/domain/text/sanitize-text'
import { queryOptions, useQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useRef, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { type Combobox, ComboboxList, ComboboxStatus, useCombobox, useDebounced } from '#web/ui/forms/combobox.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { type PostFields, tagId, tagName } from './post-fields.ts'

type Props = {
  value: PostTag[]
  error: string | undefined
  onChange: (tags: PostTag[]) => void
}

/** Stars and formats a post is about: search by typing, select by arrow keys, add by Enter. */
export function TagField({ value: tags, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const results = useTagSearch(text, tags)
  const full = tags.length >= postTagsMax

  const search = (next: string) => {
    setText(next)
    setAnnouncement('')
  }
  const choose = (tag: PostTag) => {
    search('')
    if (full) return
    onChange([...tags, tag])
    setAnnouncement(`${tagName(tag)} hinzugefügt.`)
    input.current?.focus()
  }
  const remove = (tag: PostTag) => {
    onChange(tags.filter((other) => tagId(other) !== tagId(tag)))
    setAnnouncement(`${tagName(tag)} entfernt.`)
    input.current?.focus()
  }
  const combobox = useCombobox({
    text,
    count: results.tags.length,
    onTake: (index) => {
      const tag = results.tags[index]
      if (tag) choose(tag)
    },
    onClear: () => search(''),
  })
  return (
    <div className="grid gap-2">
      <Field
        label="Tags (optional)"
        error={error}
        hint={
          full ? 'Voll. Nimm einen heraus, um einen anderen zu nehmen.' : 'Um wen oder was geht es? Stars und Formate.'
        }
        counter={{ used: tags.length, max: postTagsMax }}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            name="tags"
            {...combobox.fieldProps}
            placeholder="Name eingeben"
            autoComplete="off"
            spellCheck={false}
            readOnly={full}
            value={text}
            onChange={(event) => search(event.target.value)}
          />
        )}
      </Field>
      <TagOptions
        combobox={combobox}
        results={results}
        onRetry={() => {
          // The button goes while it searches.
          input.current?.focus()
          results.retry()
        }}
      />
      <ComboboxStatus
        state={results.state}
        count={results.tags.length}
        loading="Wird gesucht …"
        empty="Dazu kennen wir weder Star noch Format."
        done={announcement}
      />
      <ChosenTags tags={tags} onRemove={remove} />
    </div>
  )
}

const tagQuery = (query: string) =>
  queryOptions({
    queryKey: ['tags', query],
    queryFn: ({ signal }) => rpc('tag_search', { p_query: query }, signal),
    staleTime: freshMs.stars,
    enabled: query !== '',
  })

type TagResults = {
  state: 'idle' | 'loading' | 'ready' | 'failed'
  tags: TagSearch
  retry: () => void
}

/** Matching stars and formats, without those already chosen. */
function useTagSearch(text: string, chosen: PostFields['tags']): TagResults {
  const typed = firstCharacters(text.trim(), searchQueryMax)
  const query = useDebounced(typed, searchDebounceMs)
  const { data, isError, isFetching, refetch } = useQuery(tagQuery(query))
  const retry = () => void refetch()
  if (typed === '') return { state: 'idle', tags: [], retry }
  if (typed !== query || isFetching) return { state: 'loading', tags: [], retry }
  if (isError || !data) return { state: 'failed', tags: [], retry }
  const taken = new Set(chosen.map(tagId))
  return { state: 'ready', tags: data.filter((tag) => !taken.has(tagId(tag))), retry }
}

type OptionsProps = { combobox: Combobox; results: TagResults; onRetry: () => void }

/** Search results below the field, which keeps the focus. */
function TagOptions({ combobox, results, onRetry }: OptionsProps) {
  if (results.state === 'failed')
    return (
      <div className="flex flex-wrap items-center justify-between gap-2 border-2 border-danger p-3" role="alert">
        <p className="text-small">Die Suche antwortet nicht. Abschicken kannst du auch ohne Tags.</p>
        <Button small onClick={onRetry}>
          Noch einmal suchen
        </Button>
      </div>
    )
  return (
    <ComboboxList combobox={combobox} label="Gefundene Stars und Formate" className="border-2 border-ink bg-sheet">
      {results.tags.map((tag, index) => (
        <button key={tagId(tag)} type="button" {...combobox.optionProps(index)} className="search-hit w-full text-left">
          <TagPicture tag={tag} size={36} />
          <span className="wrap-anywhere">{tagName(tag)}</span>
          <Badge>{tag.kind === 'star' ? 'Star' : 'Format'}</Badge>
        </button>
      ))}
    </ComboboxList>
  )
}

function TagPicture({ tag, size }: { tag: PostTag; size: 28 | 36 }) {
  if (tag.kind === 'star') return <Avatar id={tag.star.id} name={tagName(tag)} src={tag.star.avatar_url} size={size} />
  return <span aria-hidden="true">{tag.format.emoji ?? '📺'}</span>
}

/** The chosen tags; pressing one removes it. */
function ChosenTags({ tags, onRemove }: { tags: PostTag[]; onRemove: (tag: PostTag) => void }) {
  if (tags.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Gewählte Tags">
      {tags.map((tag) => (
        <li key={tagId(tag)}>
          <button
            type="button"
            className="chip py-1 leading-tight whitespace-normal"
            aria-label={`${tagName(tag)} entfernen`}
            onClick={() => onRemove(tag)}
          >
            <TagPicture tag={tag} size={28} />
            {tagName(tag)}
            <Icon of={X} size={16} />
          </button>
        </li>
      ))}
    </ul>
  )
}
