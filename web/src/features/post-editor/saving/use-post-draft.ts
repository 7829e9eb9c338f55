import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { onSessionEvent } from '#web/lib/auth/session/session-events.ts'
import { isBlank, type PostFields } from '../fields/post-fields.ts'
import { type Draft, type DraftSlot, readDraft, removeDraft, writeDraft } from './post-draft.ts'
import { onDraftsElsewhere } from './stored-drafts.ts'

/** Typing rests this long before it is stored. */
const restMs = 400

type Start = {
  member: string
  slot: DraftSlot
  /** Id of the post that is changed; a new one gets its own. */
  postId?: string | undefined
  /** What the form shows without a draft. */
  fields: () => PostFields
  /** Typed a moment ago in another kind. */
  carried?: PostFields | null
}

export type PostWriting = Omit<Draft, 'fields'> & {
  /** What the form begins with. */
  start: PostFields
  /** The fields show what was left here earlier. */
  restored: boolean
  /** False once the browser refused to store what was typed. */
  isStored: boolean
  change: (fields: PostFields) => void
  /** Forgets the draft; answers what the form shows without one. */
  discard: () => PostFields
  /** Remembers, before an attempt, what is sent; see `Draft`. */
  remember: (sent: string | null) => void
  /** The post has arrived: its draft is removed. */
  finish: () => void
  /** Ends keeping, because another kind is chosen: what happens to the draft is decided there. */
  leave: () => Draft
}

const fresh = ({ postId, fields }: Start, shown = fields()): Draft => ({
  id: postId ?? crypto.randomUUID(),
  fields: shown,
  sent: null,
})

/** The fields of a post, stored on the device while they are typed and until the post has arrived. */
export function usePostDraft(start: Start): PostWriting {
  const { member, slot, postId, carried } = start
  const [left] = useState(() => readDraft(member, slot))
  const [draft, setDraft] = useState(() => left ?? fresh(start, carried ?? undefined))
  const [begun] = useState(draft.fields)
  const [restored, setRestored] = useState(left !== null)
  const [isStored, setStored] = useState(true)
  /** Typed and not stored yet. */
  const waiting = useRef<Draft | null>(!left && carried && !isBlank(carried) ? draft : null)

  const store = useCallback(() => {
    if (waiting.current) setStored(writeDraft(member, slot, waiting.current))
    waiting.current = null
  }, [member, slot])

  // Everything below is about the latest draft, also in timers and listeners.
  const latest = useRef(draft)
  latest.current = draft
  const put = useCallback((next: Draft) => {
    latest.current = next
    waiting.current = next
    setDraft(next)
  }, [])
  // What a form says at its start, or after it was reset, was not typed.
  const change = useCallback(
    (fields: PostFields) => {
      if (JSON.stringify(fields) !== JSON.stringify(latest.current.fields)) put({ ...latest.current, fields })
    },
    [put],
  )

  useStoring(draft, waiting, store)
  // Another tab has sent or replaced this draft: what is typed here becomes a post of its own.
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

/** Stores what waits once typing rests and when the page is left; signing out drops it. */
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
