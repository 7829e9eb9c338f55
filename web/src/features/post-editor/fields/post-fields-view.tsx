import type { PostType } from '@hot/domain/contract/post'
import { postContentMax, postTitleMax } from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import type { Mistakes, Place } from './mistakes.ts'
import { PollFields } from './poll-fields.tsx'
import { postWords } from './post-field-texts.ts'
import type { PostFields } from './post-fields.ts'
import { TagField } from './tag-field.tsx'

type Props = {
  type: PostType
  fields: PostFields
  mistakes: Mistakes
  /** Answers can be changed: nobody has voted. */
  optionsOpen: boolean
  /** Something was typed; what it puts right is no mistake any more. */
  onChange: (part: Partial<PostFields>, places: (place: Place) => boolean) => void
  /** The field was left: time to look at it. */
  onLeft: (place: Place) => void
}

/** The fields of a post of one kind. */
export function PostFieldsView({ type, fields, mistakes, optionsOpen, onChange, onLeft }: Props) {
  const words = postWords[type]
  const change = (place: Place, part: Partial<PostFields>) => onChange(part, (other) => other === place)
  return (
    <>
      <TextField
        label="Titel"
        name="title"
        autoComplete="off"
        value={fields.title}
        onChange={(event) => change('title', { title: event.target.value })}
        onBlur={() => onLeft('title')}
        error={mistakes.title}
        hint={words.title}
        counter={{ used: textLength(fields.title), max: postTitleMax }}
      />
      <TextAreaField
        label={words.content}
        name="content"
        rows={8}
        value={fields.content}
        onChange={(event) => change('content', { content: event.target.value })}
        onBlur={() => onLeft('content')}
        error={mistakes.content}
        hint={words.contentHint}
        counter={{ used: textLength(fields.content), max: postContentMax }}
      />
      {type === 'rumor' && (
        <TextField
          label="Quelle (optional)"
          name="source_url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={fields.sourceUrl}
          onChange={(event) => change('source_url', { sourceUrl: event.target.value })}
          onBlur={() => onLeft('source_url')}
          error={mistakes.source_url}
          hint="Gerüchte handeln von echten Menschen. Sag, woher du es hast: Dann kann das Team prüfen, was dran ist."
        />
      )}
      {type === 'poll' && (
        <PollFields fields={fields} mistakes={mistakes} optionsOpen={optionsOpen} onChange={onChange} onLeft={onLeft} />
      )}
      <TagField tags={fields.tags} error={mistakes.tags} onChange={(tags) => change('tags', { tags })} />
    </>
  )
}
