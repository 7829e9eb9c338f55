import * as z from 'zod/mini'
import { atMost } from '../text/entry-rules.ts'
import { cleanLine, cleanText, textLength } from '../text/sanitize-text.ts'
import { searchFold } from '../text/search-fold.ts'
import { completedAddress, isWebAddress, noWebAddress } from '../url/web-address.ts'
import {
  pollOptionMax,
  pollOptionsMax,
  pollOptionsMin,
  postContentMax,
  postSourceUrlMax,
  postTagsMax,
  postTitleMax,
  postTitleMin,
} from './limits.ts'
import { postSentences } from './refusals.ts'
import { isSensitive, type RumorSubject, rumorSubjects } from './sensitive-subjects.ts'

const title = z.string().check(
  z.overwrite(cleanLine),
  z.refine((text) => textLength(text) >= postTitleMin, `Der Titel braucht mindestens ${postTitleMin} Zeichen.`),
  atMost(postTitleMax),
)

const optionalContent = z.string().check(
  z.overwrite((text) => cleanText(text).trim()),
  atMost(postContentMax),
)
const content = optionalContent.check(z.minLength(1, postSentences.content_missing))

const tags = z.array(z.uuid()).check(
  z.maxLength(postTagsMax, `Höchstens ${postTagsMax} Tags.`),
  z.refine((ids) => new Set(ids).size === ids.length, postSentences.duplicate_tag),
)

/** URL of the source; may be empty. */
const sourceUrl = z.string().check(
  z.overwrite((text) => completedAddress(cleanLine(text))),
  atMost(postSourceUrlMax),
  z.refine((url) => url === '' || isWebAddress(url), noWebAddress),
)

/** What a rumor is about. */
const subject = z.enum(rumorSubjects, postSentences.unknown_subject)

/** What can harm people for life needs a source. Checked beside the other fields, so that all mistakes show at once. */
const sourceOfSensitive = z.refine<{ subject: RumorSubject; source_url: string }>(
  (rumor) => !isSensitive(rumor.subject) || rumor.source_url !== '',
  { path: ['source_url'], error: postSentences.source_required },
)

const option = z
  .string()
  .check(z.overwrite(cleanLine), z.minLength(1, 'Diese Antwort ist leer.'), atMost(pollOptionMax))

const options = z.array(option).check(
  z.minLength(pollOptionsMin, `Mindestens ${pollOptionsMin} Antworten.`),
  z.maxLength(pollOptionsMax, `Höchstens ${pollOptionsMax} Antworten.`),
  z.refine((texts) => new Set(texts.map(searchFold)).size === texts.length, postSentences.duplicate_option),
)

/** End of voting, or null for none. The database checks that it is in the future. */
const endsAt = z.nullable(z.iso.datetime({ offset: true, error: 'Dieses Datum gibt es nicht.' }))

/**
 * A new post as typed → as stored: title, content (optional for polls) and tags (ids of stars or formats), with a
 * source URL and a subject for rumors, or distinct options and an end for polls. German messages.
 */
export const postSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('rumor'), title, content, tags, source_url: sourceUrl, subject }).check(sourceOfSensitive),
  z.object({ type: z.literal('poll'), title, content: optionalContent, tags, options, ends_at: endsAt }),
  z.object({ type: z.literal('discussion'), title, content, tags }),
])
export type PostDraft = z.infer<typeof postSchema>
