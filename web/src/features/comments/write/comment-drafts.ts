import { storageKeys } from '@hot/domain/privacy/storage-keys'
import * as z from 'zod/mini'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'

const unsent = z.object({
  id: z.string(),
  postId: z.string(),
  parentId: z.nullable(z.string()),
  content: z.string(),
  /** Epoch ms. */
  at: z.number(),
})
/** A comment that was sent and has not been confirmed by the server. */
export type StoredComment = z.infer<typeof unsent>

const record = z.object({
  owner: z.string(),
  /** Texts typed in forms by `DraftPlace`, newest last. */
  texts: z.record(z.string(), z.string()),
  unsent: z.array(unsent),
})
type Drafts = z.infer<typeof record>

/** Beyond this number, the oldest drafts are dropped. */
const maxTexts = 30

const key = storageKeys.commentDrafts
const currentOwner = () => {
  const who = viewer()
  return who.state === 'member' ? who.user.id : ''
}
const noDrafts = (): Drafts => ({ owner: currentOwner(), texts: {}, unsent: [] })

/**
 * The current member's unsent texts on this device. Those of another member are never shown; the next write drops them.
 */
function read(): Drafts {
  try {
    const stored = record.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    return stored.success && stored.data.owner === currentOwner() ? stored.data : noDrafts()
  } catch {
    return noDrafts()
  }
}

function write(drafts: Drafts): void {
  try {
    if (drafts.unsent.length === 0 && Object.keys(drafts.texts).length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(drafts))
  } catch {
    // Storage is blocked or full: the text lasts until the page is left.
  }
}

/** Place of a form, unique across posts: `postId/new`, `postId/reply:ID`. */
export type DraftPlace = `${string}/${string}`

/** The stored draft of a form; empty if there is none. */
export const draftAt = (place: DraftPlace): string => read().texts[place] ?? ''

/** Stores the draft of a form, or deletes it if it is blank. Does nothing for guests. */
export function storeDraft(place: DraftPlace, text: string): void {
  if (!currentOwner()) return
  const { [place]: _, ...otherTexts } = read().texts
  const texts = Object.entries(text.trim() === '' ? otherTexts : { ...otherTexts, [place]: text }).slice(-maxTexts)
  write({ ...read(), texts: Object.fromEntries(texts) })
}

/** The comments that were sent on this device and never confirmed. */
export const storedComments = (): readonly StoredComment[] => read().unsent

/** Stores a comment before it is sent; replaces one with the same id. */
export function storeComment(comment: StoredComment): void {
  const { id, postId, parentId, content, at } = comment
  write({ ...read(), unsent: [...read().unsent.filter((one) => one.id !== id), { id, postId, parentId, content, at }] })
}

/** Deletes a comment that was confirmed or discarded. */
export const dropComment = (id: string): void =>
  write({ ...read(), unsent: read().unsent.filter((one) => one.id !== id) })
