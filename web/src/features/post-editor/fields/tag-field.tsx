import type { PostTag } from '@hot/domain/contract/post'
import { postTagsMax } from '@hot/domain/post/limits'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Field } from '#web/ui/forms/field.tsx'
import { listStep } from '#web/ui/forms/list-step.ts'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { ChosenTags } from './chosen-tags.tsx'
import { tagId, tagName } from './post-fields.ts'
import { TagOptions } from './tag-options.tsx'
import { type TagResults, useTagSearch } from './use-tag-search.ts'

type Props = {
  tags: PostTag[]
  error: string | undefined
  onChange: (tags: PostTag[]) => void
}

function saidOf({ state, tags }: TagResults): string {
  if (state !== 'ready') return ''
  return tags.length === 1 ? '1 Treffer' : `${tags.length} Treffer`
}

/** Stars and formats a post is about: found by typing, marked by arrow keys, taken by Enter. */
export function TagField({ tags, error, onChange }: Props) {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const [changed, setChanged] = useState('')
  const results = useTagSearch(text, tags)
  const full = tags.length >= postTagsMax
  const optionId = (index: number) => `${listId}-${index}`

  const search = (next: string) => {
    setText(next)
    setActive(-1)
    setChanged('')
  }
  const choose = (tag: PostTag) => {
    search('')
    if (full) return
    onChange([...tags, tag])
    setChanged(`${tagName(tag)} hinzugefügt.`)
    input.current?.focus()
  }
  const remove = (tag: PostTag) => {
    onChange(tags.filter((other) => tagId(other) !== tagId(tag)))
    setChanged(`${tagName(tag)} entfernt.`)
    input.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const step = listStep(event.key, active, results.tags.length)
    const marked = results.tags[Math.max(active, 0)]
    if (step !== null) setActive(step)
    else if (event.key === 'Escape' && text) search('')
    // Enter never sends the post from here.
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (marked) choose(marked)
    } else return
    event.preventDefault()
  }
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
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={results.tags.length > 0}
            aria-controls={listId}
            aria-activedescendant={results.tags[active] ? optionId(active) : undefined}
            placeholder="Name eingeben"
            autoComplete="off"
            spellCheck={false}
            readOnly={full}
            value={text}
            onChange={(event) => search(event.target.value)}
            onKeyDown={press}
          />
        )}
      </Field>
      <TagOptions id={listId} optionId={optionId} results={results} active={active} onChoose={choose} />
      <ChosenTags tags={tags} onRemove={remove} />
      <span role="status">
        <VisuallyHidden>{changed || saidOf(results)}</VisuallyHidden>
      </span>
    </div>
  )
}
