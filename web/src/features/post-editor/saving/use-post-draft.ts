import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { isBlank, type PostFields } from '../fields/post-fields.ts'
import { type Draft, type DraftSlot, readDraft, removeDraft, writeDraft } from './post-draft.ts'
import { onDraftsElsewhere } from './stored-drafts.ts'

/** Drafts are stored after this pause in typing. */
const restMs = 400

type Start = {
  member: string
  slot: DraftSlot
  /** Id of the edited post; a new one gets its own. */
  postId?: string | undefined
  /** Initial fields without a draft. */
  fields: () => PostFields
  /** Fields carried over from another kind. */
  carried?: PostFields | null
}

export type PostWriting = Omit<Draft, 'fields'> & {
  /** Initial fields of the form. */
  start: PostFields
  /** The fields come from a stored draft. */
  restored: boolean
  /** False once the browser refused to store what was typed. */
  isStored: boolean
  change: (fields: PostFields) => void
  /** Deletes the draft; returns the fields without it. */
  discard: () => PostFields
  /** Stores what is about to be sent, before an attempt; see `Draft`. */
  remember: (sent: string | null) => void
  /** Call when the post is stored: removes its draft. */
  finish: () => void
  /** Stops storing because another kind was chosen; the caller decides what happens to the draft. */
  leave: () => Draft
}

const fresh = ({ postId, fields }: Start, shown = fields()): Draft => ({
  id: postId ?? crypto.randomUUID(),
  fields: shown,
  sent: null,
})

/** The fields of a post, stored on the device while typing and until the post is stored on the server. */
export function usePostDraft(start: Start): PostWriting {
  const { member, slot, postId, carried } = start
  const [left] = useState(() => readDraft(member, slot))
  const [draft, setDraft] = useState(() => left ?? fresh(start, carried ?? undefined))
  const [begun] = useState(draft.fields)
  const [restored, setRestored] = useState(left !== null)
  const [isStored, setStored] = useState(true)
  /** Typed but not stored yet. */
  const waiting = useRef<Draft | null>(!left && carried && !isBlank(carried) ? draft : null)

  const store = useCallback(() => {
    if (waiting.current) setStored(writeDraft(member, slot, waiting.current))
    waiting.current = null
  }, [member, slot])

  // Timers and listeners below also need the latest draft.
  const latest = useRef(draft)
  latest.current = draft
  const put = useCallback((next: Draft) => {
    latest.current = next
    waiting.current = next
    setDraft(next)
  }, [])
  // Changes from initialising or resetting the form were not typed.
  const change = useCallback(
    (fields: PostFields) => {
      if (JSON.stringify(fields) !== JSON.stringify(latest.current.fields)) put({ ...latest.current, fields })
    },
    [put],
  )

  useStoring(draft, waiting, store)
  // Another tab has sent or replaced this draft: the text here becomes a separate post.
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
    start: begun,
    restored,
    isStored,
    change,
    discard: () => {
      const next = fresh(start)
      latest.current = next
      waiting.current = null
      removeDraft(member, slot)
      setDraft(next)
      setRestored(false)
      return next.fields
    },
    remember: (sent) => {
      put({ ...latest.current, sent })
      store()
    },
    finish: () => {
      waiting.current = null
      removeDraft(member, slot)
      setRestored(false)
    },
    leave: () => {
      waiting.current = null
      return latest.current
    },
  }
}

/** Stores pending changes after a pause in typing and when the page is left; signing out discards them. */
function useStoring(draft: Draft, waiting: RefObject<Draft | null>, store: () => void): void {
  useEffect(() => {
    if (waiting.current !== draft) return
    const timer = setTimeout(store, restMs)
    return () => clearTimeout(timer)
  }, [draft, waiting, store])
  useEffect(() => {
    window.addEventListener('pagehide', store)
    return () => {
      window.removeEventListener('pagehide', store)
      store()
    }
  }, [store])
  useEffect(
    () =>
      onSessionEvent((event) => {
        if (event.kind === 'signed-out' && !event.refused) waiting.current = null
      }),
    [waiting],
  )
}
