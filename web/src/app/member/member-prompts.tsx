import { questions } from '@hot/domain/star/hot-score'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FoldBlocked } from '#web/entities/member/ties/blocks.tsx'
import { type ContentTarget, moderationRequest } from '#web/entities/post/content-requests.tsx'
import { starCode } from '#web/entities/star/fans.tsx'
import { followConsent } from '#web/features/consent/consent-record.ts'
import SanctionPrompt from '#web/features/moderation/sanctions/sanction-prompt.tsx'
import MemberPrompts from '#web/features/sign-in/prompts/member-prompts.tsx'
import { tracked } from '#web/lib/analytics/track.ts'
import { beforeSignOut } from '#web/lib/auth/session/auth-client.ts'
import { bringWishes, useBroughtWishes } from '#web/lib/auth/viewer/sign-in-wish.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { type Choice, partsOf, type Target } from '#web/lib/offline/queued-writes/own-choices.ts'
import { followStoredChoices, storedChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/device.ts'
import { sayNotLoaded } from '#web/ui/feedback/announce.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'
import { useWarming } from '../cache-warming/use-warming.ts'

type Props = { path: string; onOpen: (to: string) => void }

/** Counted before sign-out, which discards the required token. */
const trackSignOut = () => beforeSignOut(() => tracked('user_logout'))

/** Prompts and notices for members, and sync with their profile; guests do not load it. */
export default function Prompts({ path, onOpen }: Props) {
  const viewer = useViewer()
  useEffect(followConsent, [])
  useEffect(trackSignOut, [])
  useWarming()
  useQueuedChoices(viewer.state === 'member' ? viewer.user.id : undefined)
  useWishes(viewer.state === 'member' && !path.startsWith('/auth'))
  return (
    <>
      <FoldBlocked />
      <MemberPrompts path={path} onOpen={onOpen} />
      {viewer.state === 'member' && !path.startsWith('/auth') && (
        <SanctionPrompt key={viewer.user.id} userId={viewer.user.id} />
      )}
      {viewer.state === 'member' && viewer.role !== 'user' && <StaffSlot />}
    </>
  )
}

const loadTools = () => import('#web/admin/content/content-tools.tsx')

/** Renders the staff's dialog about something on the page, once it was requested. */
function StaffSlot() {
  const [target, setTarget] = useState<ContentTarget | null>(null)
  const [fail] = useState(() => () => {
    setTarget(null)
    sayNotLoaded()
  })
  const Tools = useLazyModule(!!target, loadTools, fail)?.default
  useEffect(() => moderationRequest.listen(setTarget), [])
  // Stays after the dialog is closed, because a decision can be undone for a while.
  return Tools && <Tools target={target} onClose={() => setTarget(null)} />
}

type ChoiceCode = { choose(target: Target, choice: Choice): void }
type Load = () => Promise<ChoiceCode>

/** The code that writes each kind of choice. */
function codeOf(client: QueryClient): Record<string, Load> {
  const posts: Load = async () => (await import('#web/entities/post/reactions/post-choices.ts')).postChoices(client)
  const comments: Load = async () =>
    (await import('#web/entities/comment/comment-reactions.ts')).commentReactions(client)
  const stars: Load = () => starCode.load(client)
  const votes = Object.fromEntries(questions.map((question) => [question, stars]))
  return { post: posts, rumor: posts, poll: posts, saved: posts, comment: comments, fan: stars, ...votes }
}

/** Carries out what somebody chose as a guest, once they are back from signing in elsewhere. */
function useWishes(isBack: boolean): void {
  const client = useQueryClient()
  const wishes = useBroughtWishes()
  useEffect(() => {
    if (!isBack || !wishes) return
    bringWishes(null)
    for (const [target, choice] of wishes) {
      const load = codeOf(client)[partsOf(target)[0]]
      load?.().then((code) => code.choose(target, choice), starCode.sayNotLoaded)
    }
  }, [client, isBack, wishes])
}

/** Timers pause in a hidden tab or app, and the network may have come back without an event. */
function onReturn(listener: () => void): () => void {
  const seen = () => document.visibilityState === 'visible' && listener()
  document.addEventListener('visibilitychange', seen)
  const stop = subscribeOnline(listener)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    stop()
  }
}

/** Sends the member's queued choices on any page; guests have none. */
export function useQueuedChoices(userId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!userId) return
    return followStoredChoices({
      stored: () => storedChoices(userId),
      load: codeOf(client),
      resume: async () => (await import('#web/lib/offline/queued-writes/choices.ts')).choicesOf(client).resume(),
      online: isOnline,
      onReturn,
    })
  }, [client, userId])
}
