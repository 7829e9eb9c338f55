import type { AdminPost } from '@hot/domain/contract/admin/posts'
import { postOutcomeText } from '@hot/domain/post/moderation'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { type HeldAction, useHeldAction } from '../kit/undo.tsx'
import { type Decision, decidePosts, forgetPosts } from './api.ts'

type Words = { one: string; many: (count: number) => string; failed: string }

/** Shown while a decision can be undone, and when it failed. */
const decisionWords: Readonly<Record<Decision, Words>> = {
  approve: {
    one: 'Beitrag freigegeben.',
    many: (count) => `${count} Beiträge freigegeben.`,
    failed: 'Fehler beim Freigeben des Beitrags',
  },
  reject: {
    one: 'Beitrag abgelehnt.',
    many: (count) => `${count} Beiträge abgelehnt.`,
    failed: 'Fehler beim Ablehnen des Beitrags',
  },
  delete: {
    one: 'Beitrag gelöscht.',
    many: (count) => `${count} Beiträge gelöscht.`,
    failed: 'Fehler beim Löschen des Beitrags',
  },
}

/** Refusals by the post RPCs, by hint. */
export const postRefusals: Readonly<Record<string, string>> = {
  not_allowed: 'Nicht berechtigt - bitte erneut anmelden',
  reason_required: 'Bitte gib einen Grund für diese Moderationsaktion an.',
  unknown_action: 'Ungültige Moderationsaktion',
  invalid_request: 'Ungültige Meldungsdaten - fehlende erforderliche Felder',
  not_a_rumor: 'Dieser Beitrag ist kein Gerücht',
  own_case: 'Über deine eigenen Beiträge entscheidet jemand anderes aus dem Team.',
  title_length: 'Der Titel hat 8 bis 140 Zeichen.',
  content_length: 'Der Text hat höchstens 5.000 Zeichen.',
  content_missing: 'Der Text darf nicht leer sein.',
  too_many_tags: 'Höchstens 5 Tags.',
  duplicate_tag: 'Jeden Tag nur einmal.',
  speaker_length: 'Der Name hat 2 bis 100 Zeichen.',
  statement_length: 'Die Stellungnahme hat höchstens 2.000 Zeichen.',
  unknown_tag: 'Einen der Tags gibt es nicht mehr. Nimm ihn heraus.',
}

export type PostDecisions = {
  action: HeldAction
  /** Ids of posts whose decision is still pending or being sent; the list hides them. */
  hidden: ReadonlySet<string>
  decide: (posts: readonly AdminPost[], decision: Decision, reason: string | null, onUndo: () => void) => void
}

/** Decisions about posts, which can be undone for ten seconds. If someone else decided first, a message says so. */
export function usePostDecisions(): PostDecisions {
  const queryClient = useQueryClient()
  const action = useHeldAction()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const hide = (ids: readonly string[]) => setHidden((now) => new Set([...now, ...ids]))
  const show = (ids: readonly string[]) => setHidden((now) => new Set([...now].filter((id) => !ids.includes(id))))

  const send = async (posts: readonly AdminPost[], decision: Decision, reason: string | null) => {
    try {
      const outcomes = await decidePosts(posts, decision, reason)
      // The next page may load instead of the list again, and these would be shown as still waiting.
      const done = outcomes.filter(({ outcome }) => outcome === 'done')
      await forgetPosts(
        queryClient,
        done.map(({ id }) => id),
      )
      for (const outcome of outcomes) {
        const text = postOutcomeText(outcome)
        const title = posts.find(({ id }) => id === outcome.id)?.title ?? ''
        if (text) showToast({ title: text, text: `„${title}“`, kind: 'error' })
      }
    } catch (error) {
      showToast({ title: `${decisionWords[decision].failed}: ${failureText(error, postRefusals)}`, kind: 'error' })
    }
    // Everything in the admin area that counts posts, and the public pages cached in this browser.
    await Promise.all([['admin'], ['posts'], ['home']].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    show(posts.map(({ id }) => id))
  }

  const decide: PostDecisions['decide'] = (posts, decision, reason, onUndo) => {
    const ids = posts.map(({ id }) => id)
    const words = decisionWords[decision]
    hide(ids)
    action.hold({
      text: posts.length === 1 ? words.one : words.many(posts.length),
      act: () => send(posts, decision, reason),
      onUndo: () => {
        show(ids)
        onUndo()
      },
    })
  }
  return { action, hidden, decide }
}
