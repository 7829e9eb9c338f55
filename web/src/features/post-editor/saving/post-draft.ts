import type { PostTag } from '@hot/domain/contract/post'
import { postKinds } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { rumorSubjects } from '@hot/domain/post/sensitive-subjects'
import * as z from 'zod/mini'
import { memberDrafts, storeMemberDrafts } from '#web/lib/drafts/member-drafts.ts'
import { isBlank, type PostFields } from '../fields/post-fields.ts'

/** Key of a draft: a new post has one draft per kind, an edited post has its own under its id. */
export type DraftSlot = PostType | (string & {})

const named = z.looseObject({ id: z.uuid(), slug: z.string() })
const star = z.object({ kind: z.literal('star'), star: named })
const format = z.object({ kind: z.literal('format'), format: z.extend(named, { name: z.string() }) })
/** Validates only the parts of a tag that are rendered; the other fields are as the server sent them. */
const tag = z.custom<PostTag>((value) => star.safeParse(value).success || format.safeParse(value).success)

const fields = z.object({
  title: z.string(),
  content: z.string(),
  tags: z.array(tag),
  sourceUrl: z.string(),
  // Drafts of before it was asked have none.
  subject: z._default(z.enum(['', ...rumorSubjects]), ''),
  options: z.array(z.object({ key: z.string(), text: z.string() })),
  endsAt: z.string(),
}) satisfies z.ZodMiniType<PostFields>

const draft = z.object({
  /** The post's id, generated with the draft, so that a retry after a lost response does not create a second post. */
  id: z.uuid(),
  fields,
  /** The arguments of an attempt that got no response; null if the server has stored nothing for certain. */
  sent: z.nullable(z.string()),
  /** What the stored post said when it was opened; null: of a new post, or of before this was kept. */
  seen: z._default(
    z.nullable(
      z.object({ title: z.string(), content: z.string(), source_url: z.string(), options: z.array(z.string()) }),
    ),
    null,
  ),
})
export type Draft = z.infer<typeof draft>

const stored = z.record(z.string(), draft)
type Drafts = Record<string, Draft>

/** Those of another version of the app are none. */
function draftsOf(member: string): Drafts {
  const found = stored.safeParse(memberDrafts(member, 'drafts'))
  return found.success ? found.data : {}
}

const store = (member: string, drafts: Drafts): boolean => storeMemberDrafts(member, 'drafts', drafts)

/** The member's stored draft in a slot, or null. */
export const readDraft = (member: string, slot: DraftSlot): Draft | null => draftsOf(member)[slot] ?? null

/** A draft of a new post. */
export type KindDraft = { type: PostType; title: string }

/** The drafts of new posts, the last written first. */
export const newPostDrafts = (member: string): KindDraft[] =>
  Object.entries(draftsOf(member))
    .flatMap(([slot, { fields }]) => {
      const kind = postKinds.find(({ type }) => type === slot)
      return kind ? [{ type: kind.type, title: fields.title.trim() }] : []
    })
    .reverse()

/** Stores a draft, as the last written one; an empty one is removed. False if the browser could not store it. */
export function writeDraft(member: string, slot: DraftSlot, next: Draft): boolean {
  const others = without(member, slot)
  return store(member, isBlank(next.fields) ? others : { ...others, [slot]: next })
}

/** Deletes a draft. False if the browser could not store the others. */
export const removeDraft = (member: string, slot: DraftSlot): boolean => store(member, without(member, slot))

function without(member: string, slot: DraftSlot): Drafts {
  const { [slot]: _, ...others } = draftsOf(member)
  return others
}

/**
 * Switches to another kind while writing. If that kind has a draft, the current text stays stored as the draft of its
 * kind and the result is null; otherwise the typed fields are returned, to be carried over. The id is not carried over,
 * because a post may already be stored under it.
 */
export function changeKind(member: string, from: PostType, to: PostType, typed: Draft): PostFields | null {
  if (readDraft(member, to)) {
    writeDraft(member, from, typed)
    return null
  }
  removeDraft(member, from)
  return typed.fields
}
