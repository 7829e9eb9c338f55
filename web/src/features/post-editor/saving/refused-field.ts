import {
  pollOptionMax,
  pollOptionsMax,
  pollOptionsMin,
  postContentMax,
  postTagsMax,
  postTitleMax,
  postTitleMin,
} from '@hot/domain/post/limits'
import { textLength } from '@hot/domain/text/sanitize-text'
import { type Mistakes, type Place, repeatedOption } from '../fields/mistakes.ts'
import type { PostFields } from '../fields/post-fields.ts'

const atMost = (max: number) => `Höchstens ${max.toLocaleString('de-DE')} Zeichen.`
type Refusal = (fields: PostFields) => [Place, string]

const lastOption = ({ options }: PostFields): Place => `options.${Math.max(0, options.length - 1)}`
const badOption = ({ options }: PostFields): [Place, string] => {
  const place = options.findIndex(({ text }) => !text.trim() || textLength(text.trim()) > pollOptionMax)
  const empty = place >= 0 && !options[place]?.text.trim()
  return [`options.${Math.max(0, place)}`, empty ? 'Diese Antwort ist leer.' : atMost(pollOptionMax)]
}

/**
 * Refusals of the database, by hint: the sentences of `postSchema`, where the form would have said them. They only come
 * when the form of an older build, or a clock, was wrong.
 */
const refusals: Readonly<Record<string, Refusal>> = {
  title_length: ({ title }) => [
    'title',
    textLength(title.trim()) < postTitleMin
      ? `Der Titel braucht mindestens ${postTitleMin} Zeichen.`
      : atMost(postTitleMax),
  ],
  content_length: () => ['content', atMost(postContentMax)],
  content_missing: () => ['content', 'Schreib noch, worum es geht.'],
  too_many_tags: () => ['tags', `Höchstens ${postTagsMax} Tags.`],
  duplicate_tag: () => ['tags', 'Jeden Tag nur einmal.'],
  unknown_tag: () => ['tags', 'Einen dieser Tags gibt es nicht mehr. Nimm ihn heraus.'],
  source_url_invalid: () => ['source_url', 'Das ist keine Web-Adresse. Sie beginnt mit https:// oder http://.'],
  option_count: (fields) => [
    lastOption(fields),
    fields.options.length < pollOptionsMin
      ? `Mindestens ${pollOptionsMin} Antworten.`
      : `Höchstens ${pollOptionsMax} Antworten.`,
  ],
  option_length: badOption,
  duplicate_option: (fields) => [`options.${repeatedOption(fields)}`, 'Jede Antwort nur einmal.'],
  poll_end_past: () => ['ends_at', 'Dieser Zeitpunkt ist schon vorbei. Nimm einen späteren.'],
}

/** The mistake that a refusal names, at its place; null when it is about no field. */
export function refusedPlace(hint: string, fields: PostFields): Mistakes | null {
  const refusal = refusals[hint]?.(fields)
  return refusal ? { [refusal[0]]: refusal[1] } : null
}
