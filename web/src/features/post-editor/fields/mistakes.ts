import type { PostType } from '@hot/domain/contract/post'
import { postSchema } from '@hot/domain/post/schema'
import { searchFold } from '@hot/domain/text/search-fold'
import * as z from 'zod/mini'
import { type PostFields, schemaInput } from './post-fields.ts'

/** Where a mistake is shown; answers of a poll by their place. */
export type Place = 'title' | 'content' | 'tags' | 'source_url' | 'ends_at' | `options.${number}`
export type Mistakes = Partial<Record<Place, string>>

type Issue = { path: PropertyKey[]; message: string }

/** The place of the second of two equal answers; else the last one. */
export function repeatedOption({ options }: PostFields): number {
  const folded = options.map(({ text }) => searchFold(text))
  const second = folded.findIndex((text, index) => folded.indexOf(text) < index)
  return second >= 0 ? second : options.length - 1
}

function placeOf([field, index]: PropertyKey[], fields: PostFields): Place {
  if (field !== 'options') return field as Place
  return `options.${typeof index === 'number' ? index : repeatedOption(fields)}`
}

/** What the one schema of posts objects to, in its own words: the first objection at each place. */
export function mistakesOf(type: PostType, fields: PostFields): Mistakes {
  const issues: Issue[] = postSchema.safeParse(schemaInput(type, fields)).error?.issues ?? []
  const mistakes: Mistakes = {}
  for (const { path, message } of issues) mistakes[placeOf(path, fields)] ??= message
  return mistakes
}

/** Whether something stands there: an empty field that is passed by is no mistake yet. */
export function isFilled(place: Place, { title, content, sourceUrl, endsAt, options }: PostFields): boolean {
  const texts: Partial<Record<Place, string>> = { title, content, source_url: sourceUrl, ends_at: endsAt }
  const text = place.startsWith('options.') ? options[Number(place.slice('options.'.length))]?.text : texts[place]
  return Boolean(text?.trim())
}

export type FieldName = 'title' | 'content' | 'tags' | 'sourceUrl' | 'endsAt' | `options.${number}.text`

const names = { title: 'title', content: 'content', tags: 'tags', source_url: 'sourceUrl', ends_at: 'endsAt' } as const

/** The field of the form that a mistake stands at. */
export const fieldAt = (place: Place): FieldName =>
  place in names ? names[place as keyof typeof names] : (`${place as `options.${number}`}.text` as const)

/** The fields as they are typed, with the mistakes of the one schema of posts. */
export const postFieldsSchema = (type: PostType) =>
  z.custom<PostFields>().check(({ value, issues }) => {
    for (const [place, message] of Object.entries(mistakesOf(type, value)))
      issues.push({ code: 'custom', input: value, path: fieldAt(place as Place).split('.'), message })
  })
