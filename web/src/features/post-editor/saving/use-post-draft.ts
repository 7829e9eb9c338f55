import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { draftPauseMs, useStoreOnLeave } from '#web/lib/drafts/store-on-leave.ts'
import { onDraftsElsewhere } from '#web/lib/drafts/stored-drafts.ts'
import { isBlank, type PostFields, type SeenText } from '../fields/post-fields.ts'
import { type Draft, type DraftSlot, readDraft, removeDraft, writeDraft } from './post-draft.ts'

type DraftOptions = {
  member: string
  slot: DraftSlot
  /** Id of the edited post; a new post gets a new id. */
  postId?: string | undefined
  /** What the edited post says, which the fields are made of. */
  seen?: SeenText | null
  /** Initial fields if there is no draft. */
  fields: () => PostFields
  /** Fields carried over from another kind. */
  carried?: PostFields | null
}

export type PostWriting = Omit<Draft, 'fields'> & {
  /** Initial fields of the form. */
  start: PostFields
  /** The fields come from a stored draft. */
  restored: boolean
  /** False once the browser could not store the typed text. */
  isStored: boolean
  change: (fields: PostFields) => void
  /** Deletes the draft; returns the fields without it. */
  discard: () => PostFields
  /** A draft was discarded, and nothing was typed or restored since. */
  discarded: boolean
  /** Restores the discarded draft; returns its fields. */
  undoDiscard: () => PostFields
  /** Stores what is about to be sent; call it before an attempt. See `Draft`. */
  remember: (sent: string | null) => void
  /** What the stored post says by now has been seen. */
  see: (seen: SeenText) => void
  /** Removes the draft; call it when the server has stored the post. */
  finish: () => void
  /** Stops storing because another kind was chosen; the caller decides what happens to the draft. */
  leave: () => Draft
}

const newDraft = ({ postId, fields, seen = null }: DraftOptions, shown = fields()): Draft => ({
  id: postId ?? crypto.randomUUID(),
  fields: shown,
  sent: null,
  seen,
})

/** The fields of a post, stored on the device from typing until the server has stored the post. */
export function usePostDraft(options: DraftOptions): PostWriting {
  const { member, slot, postId, carried } = options
  const [storedDraft] = useState(() => readDraft(member, slot))
  const [draft, setDraft] = useState(() => storedDraft ?? newDraft(options, carried ?? undefined))
  const [initialFields] = useState(draft.fields)
  const [restored, setRestored] = useState(storedDraft !== null)
  const [isStored, setStored] = useState(true)
  const [discarded, setDiscarded] = useState<Draft | null>(null)
  /** The typed draft that is not stored yet. */
  const pending = useRef<Draft | null>(!storedDraft && carried && !isBlank(carried) ? draft : null)

  const store = useCallback(() => {
    if (pending.current) setStored(writeDraft(member, slot, pending.current))
    pending.current = null
  }, [member, slot])

  // For timers and listeners, which need the latest draft.
  const latest = useRef(draft)
  latest.current = draft
  const update = useCallback((next: Draft) => {
    latest.current = next
    pending.current = next
    setDraft(next)
  }, [])
  // Called with equal fields too, when the form is initialised or reset.
  const change = useCallback(
    (fields: PostFields) => {
      if (JSON.stringify(fields) === JSON.stringify(latest.current.fields)) return
      update({ ...latest.current, fields })
      setDiscarded(null)
    },
    [update],
  )

  useStoring(draft, pending, store)
  // If another tab has sent or replaced this draft, the text in this tab becomes a separate post.
  useEffect(() => {
    if (postId) return
    return onDraftsElsewhere(() => {
      const { id, sent } = latest.current
      if (sent === null && readDraft(member, slot)?.id !== id) setDraft((now) => ({ ...now, id: crypto.randomUUID() }))
    })
  }, [member, slot, postId])

  return {
    id: draft.id,
    sent: draft.sent,
    seen: draft.seen,
    start: initialFields,
    restored,
    isStored,
    change,
    discard: () => {
      const next = newDraft(options)
      setDiscarded(latest.current)
      latest.current = next
      pending.current = null
      removeDraft(member, slot)
      setDraft(next)
      setRestored(false)
      return next.fields
    },
    discarded: discarded !== null,
    undoDiscard: () => {
      const next = discarded ?? latest.current
      update(next)
      setDiscarded(null)
      setRestored(true)
      return next.fields
    },
    remember: (sent) => {
      update({ ...latest.current, sent })
      store()
    },
    see: (seen) => {
      update({ ...latest.current, seen })
      store()
    },
    finish: () => {
      pending.current = null
      removeDraft(member, slot)
      setRestored(false)
    },
    leave: () => {
      pending.current = null
      return latest.current
    },
  }
}

/** Stores pending changes after a pause in typing and when the page is left; signing out discards them. */
function useStoring(draft: Draft, pending: RefObject<Draft | null>, store: () => void): void {
  useEffect(() => {
    if (pending.current !== draft) return
    const timer = setTimeout(store, draftPauseMs)
    return () => clearTimeout(timer)
  }, [draft, pending, store])
  useStoreOnLeave(pending, store)
}
