import type { OwnPostPage } from '@hot/domain/contract/community'
import type { PostTag } from '@hot/domain/contract/post'
import type { PostType } from '@hot/domain/post/kinds'
import { pollOptionsMin } from '@hot/domain/post/limits'
import { type PostDraft as CheckedPost, postSchema } from '@hot/domain/post/schema'
import type { RumorSubject } from '@hot/domain/post/sensitive-subjects'
import { distinctName } from '@hot/domain/star/name'
import { searchFold } from '@hot/domain/text/search-fold'
import { berlinDay, berlinInstant, berlinTime } from '@hot/domain/time/berlin-time'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'

export type OwnPost = NonNullable<OwnPostPage>
/** An option with a stable key, so that it keeps its identity when moved. */
export type OptionField = { key: string; text: string }

/** A post being edited, with the fields of all kinds, so that typed text survives a change of kind. */
export type PostFields = {
  title: string
  content: string
  tags: PostTag[]
  sourceUrl: string
  /** Empty: not chosen. */
  subject: RumorSubject | ''
  options: OptionField[]
  /** `2026-12-01T20:15` Berlin time, the value of a `datetime-local` field; empty: no end. */
  endsAt: string
}

/** An option with a new key. */
export const newOption = (text = ''): OptionField => ({ key: crypto.randomUUID(), text })

export const emptyFields = (): PostFields => ({
  title: '',
  content: '',
  tags: [],
  sourceUrl: '',
  subject: '',
  options: Array.from({ length: pollOptionsMin }, () => newOption()),
  endsAt: '',
})

/** Form fields of a stored post. */
export const fieldsOf = (post: OwnPost): PostFields => ({
  title: post.title,
  content: post.content,
  tags: post.tags,
  sourceUrl: post.source_url ?? '',
  subject: post.subject ?? '',
  options: post.type === 'poll' ? post.options.map(({ id, text }) => ({ key: id, text })) : emptyFields().options,
  endsAt: post.poll_ends_at ? `${berlinDay(post.poll_ends_at)}T${berlinTime(post.poll_ends_at).slice(0, 5)}` : '',
})

/** What an editor was filled with of a stored post: what somebody has written. */
export type SeenText = { title: string; content: string; source_url: string; options: string[] }

export const seenText = ({ title, content, source_url, options }: OwnPost): SeenText => ({
  title,
  content,
  source_url: source_url ?? '',
  options: options.map(({ text }) => text),
})

/** The typed fields, with the stored options if someone has voted, because a draft may contain others. */
export const withFixedOptions = (fields: PostFields, own: OwnPost | undefined): PostFields =>
  own && !own.may_edit_options ? { ...fields, options: fieldsOf(own).options } : fields

/** Whether nothing worth storing has been typed. */
export const isBlank = ({ title, content, tags, sourceUrl, subject, options, endsAt }: PostFields): boolean =>
  tags.length === 0 &&
  subject === '' &&
  [title, content, sourceUrl, endsAt, ...options.map(({ text }) => text)].every((text) => !text.trim())

export const tagId = (tag: PostTag): string => (tag.kind === 'star' ? tag.star.id : tag.format.id)
export const tagName = (tag: PostTag): string => (tag.kind === 'star' ? distinctName(tag.star) : tag.format.name)

/** The end as an instant; an invalid time is returned as it is, and the schema rejects it. */
function endInstant(local: string): string | null {
  if (!local) return null
  const [day = '', time = ''] = local.split('T')
  try {
    return berlinInstant(day, time).toISOString()
  } catch {
    // RangeError: no such day or time.
    return local
  }
}

/** Input of `postSchema`. */
export const schemaInput = (type: PostType, fields: PostFields) => ({
  type,
  title: fields.title,
  content: fields.content,
  tags: fields.tags.map(tagId),
  source_url: fields.sourceUrl,
  subject: fields.subject,
  options: fields.options.map(({ text }) => text),
  ends_at: endInstant(fields.endsAt),
})

export type PostArguments = {
  p_title: string
  p_content: string
  p_tags: string[]
  p_source_url: string | null
  p_subject: RumorSubject | null
  p_options: string[] | null
  p_poll_ends_at: string | null
}

/** Arguments of `create_post` and `update_post` except id and type; fields a kind lacks are null. */
export const postArguments = (post: CheckedPost): PostArguments => ({
  p_title: post.title,
  p_content: post.content,
  p_tags: post.tags,
  p_source_url: (post.type === 'rumor' && post.source_url) || null,
  p_subject: post.type === 'rumor' ? post.subject : null,
  p_options: post.type === 'poll' ? post.options : null,
  p_poll_ends_at: post.type === 'poll' ? post.ends_at : null,
})

/** A field that can have an error; poll options by index. */
export type Place = 'title' | 'content' | 'tags' | 'source_url' | 'subject' | 'ends_at' | `options.${number}`
export type FieldErrors = Partial<Record<Place, string>>

type Issue = { path: PropertyKey[]; message: string }

/** Index of the second of two equal options, or of the last one. */
export function repeatedOption({ options }: PostFields): number {
  const folded = options.map(({ text }) => searchFold(text))
  const second = folded.findIndex((text, index) => folded.indexOf(text) < index)
  return second >= 0 ? second : options.length - 1
}

function placeOf([field, index]: PropertyKey[], fields: PostFields): Place {
  if (field !== 'options') return field as Place
  return `options.${typeof index === 'number' ? index : repeatedOption(fields)}`
}

/** Error messages of the post schema, the first for each field. */
export function fieldErrorsOf(type: PostType, fields: PostFields): FieldErrors {
  const issues: Issue[] = postSchema.safeParse(schemaInput(type, fields)).error?.issues ?? []
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[placeOf(path, fields)] ??= message
  return errors
}

/** Whether the field is filled. Empty fields show no error before submitting. */
export function isFilled(place: Place, { title, content, sourceUrl, endsAt, options }: PostFields): boolean {
  const texts: Partial<Record<Place, string>> = { title, content, source_url: sourceUrl, ends_at: endsAt }
  const text = place.startsWith('options.') ? options[Number(place.slice('options.'.length))]?.text : texts[place]
  return Boolean(text?.trim())
}

type FieldName = 'title' | 'content' | 'tags' | 'sourceUrl' | 'subject' | 'endsAt' | `options.${number}.text`

const names = {
  title: 'title',
  content: 'content',
  tags: 'tags',
  source_url: 'sourceUrl',
  subject: 'subject',
  ends_at: 'endsAt',
} as const

/** The name of a place in the form. */
export const fieldAt = (place: Place): FieldName =>
  place in names ? names[place as keyof typeof names] : (`${place as `options.${number}`}.text` as const)

/** A form schema that reports the errors of the post schema at the form's fields. */
export const postFieldsSchema = (type: PostType) =>
  z.custom<PostFields>().check(({ value, issues }) => {
    for (const [place, message] of Object.entries(fieldErrorsOf(type, value)))
      issues.push({ code: 'custom', input: value, path: fieldAt(place as Place).split('.'), message })
  })

/** The form of a post, validated for its kind. */
export const usePostFields = (type: PostType, fields: PostFields) => useZodForm(postFieldsSchema(type), fields)
export type PostFormMethods = ReturnType<typeof usePostFields>

/** Returns the props of a field, which is validated on blur unless it is empty. */
export function useFieldProps(type: PostType, form: PostFormMethods) {
  const afterPress = useAfterPress()
  return (place: Place) => {
    const name = fieldAt(place)
    const { onBlur, value, ...field } = form.input(name)
    return {
      ...field,
      value: String(value ?? ''),
      onBlur: (event: Parameters<typeof onBlur>[0]) => {
        void onBlur(event)
        const fields = form.getValues()
        const message = isFilled(place, fields) && fieldErrorsOf(type, fields)[place]
        if (message) afterPress(() => form.setError(name, { message }))
      },
    }
  }
}
export type FieldProps = ReturnType<typeof useFieldProps>

/**
 * Returns a function that defers an action while a pointer is pressed. Pressing a button blurs the field before the
 * click: a message that appears in between would move the button, and the click would miss it.
 */
function useAfterPress(): (act: () => void) => void {
  const [pointer] = useState(() => ({ down: false, deferred: [] as (() => void)[] }))
  useEffect(() => {
    const begin = () => {
      pointer.down = true
    }
    const end = () => {
      pointer.down = false
      // The click follows immediately.
      setTimeout(() => {
        for (const act of pointer.deferred.splice(0)) act()
      })
    }
    window.addEventListener('pointerdown', begin, true)
    window.addEventListener('pointerup', end, true)
    window.addEventListener('pointercancel', end, true)
    return () => {
      window.removeEventListener('pointerdown', begin, true)
      window.removeEventListener('pointerup', end, true)
      window.removeEventListener('pointercancel', end, true)
    }
  }, [pointer])
  return (act) => {
    if (pointer.down) pointer.deferred.push(act)
    else act()
  }
}
