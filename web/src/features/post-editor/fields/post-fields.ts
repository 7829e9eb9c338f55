import type { OwnPostPage } from '@hot/domain/contract/community'
import type { PostTag, PostType } from '@hot/domain/contract/post'
import { pollOptionsMin } from '@hot/domain/post/limits'
import type { PostDraft as CheckedPost } from '@hot/domain/post/schema'
import { starName } from '@hot/domain/star/name'
import { berlinDay, berlinInstant, berlinTime } from '@hot/domain/time/berlin-time'

export type OwnPost = NonNullable<OwnPostPage>
/** An answer with a key of its own, so that it stays itself while it is moved. */
export type OptionField = { key: string; text: string }

/** A post as it is typed, with the fields of all kinds: what was typed survives a change of kind. */
export type PostFields = {
  title: string
  content: string
  tags: PostTag[]
  sourceUrl: string
  options: OptionField[]
  /** `2026-12-01T20:15` on the clock in Berlin, as a `datetime-local` field has it; empty: no end. */
  endsAt: string
}

export const newOption = (text = ''): OptionField => ({ key: crypto.randomUUID(), text })

export const emptyFields = (): PostFields => ({
  title: '',
  content: '',
  tags: [],
  sourceUrl: '',
  options: Array.from({ length: pollOptionsMin }, () => newOption()),
  endsAt: '',
})

/** A stored post, ready to be changed. */
export const fieldsOf = (post: OwnPost): PostFields => ({
  title: post.title,
  content: post.content,
  tags: post.tags,
  sourceUrl: post.source_url ?? '',
  options: post.type === 'poll' ? post.options.map(({ id, text }) => ({ key: id, text })) : emptyFields().options,
  endsAt: post.poll_ends_at ? `${berlinDay(post.poll_ends_at)}T${berlinTime(post.poll_ends_at).slice(0, 5)}` : '',
})

/** As typed, but with the answers that are stored once somebody has voted: a draft may hold others. */
export const withFixedOptions = (fields: PostFields, own: OwnPost | undefined): PostFields =>
  own && !own.may_edit_options ? { ...fields, options: fieldsOf(own).options } : fields

/** Nothing worth keeping has been typed. */
export const isBlank = ({ title, content, tags, sourceUrl, options, endsAt }: PostFields): boolean =>
  tags.length === 0 &&
  [title, content, sourceUrl, endsAt, ...options.map(({ text }) => text)].every((text) => !text.trim())

export const tagId = (tag: PostTag): string => (tag.kind === 'star' ? tag.star.id : tag.format.id)
export const tagName = (tag: PostTag): string => (tag.kind === 'star' ? starName(tag.star) : tag.format.name)

/** The end as an instant; what is no date in Berlin is handed on for the schema to refuse. */
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

/** What `postSchema` is asked about. */
export const schemaInput = (type: PostType, fields: PostFields) => ({
  type,
  title: fields.title,
  content: fields.content,
  tags: fields.tags.map(tagId),
  source_url: fields.sourceUrl,
  options: fields.options.map(({ text }) => text),
  ends_at: endInstant(fields.endsAt),
})

export type PostArguments = {
  p_title: string
  p_content: string
  p_tags: string[]
  p_source_url: string | null
  p_options: string[] | null
  p_poll_ends_at: string | null
}

/** Arguments of `create_post` and `update_post` but id and type; what a kind does not have is null. */
export const postArguments = (post: CheckedPost): PostArguments => ({
  p_title: post.title,
  p_content: post.content,
  p_tags: post.tags,
  p_source_url: (post.type === 'rumor' && post.source_url) || null,
  p_options: post.type === 'poll' ? post.options : null,
  p_poll_ends_at: post.type === 'poll' ? post.ends_at : null,
})
