import type { PostType } from '@hot/domain/contract/post'
import { postSchema } from '@hot/domain/post/schema'
import { searchFold } from '@hot/domain/text/search-fold'
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

/** The mistakes but those that typing may have put right. */
export const withoutMended = (mistakes: Mistakes, mended: (place: Place) => boolean): Mistakes =>
  Object.fromEntries(Object.entries(mistakes).filter(([place]) => !mended(place as Place)))
