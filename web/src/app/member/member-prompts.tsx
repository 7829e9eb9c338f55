import { questions } from '@hot/domain/star/hot-score'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { starCode } from '#web/entities/star/fans.tsx'
import { followConsent } from '#web/features/consent/consent-record.ts'
import ModerationDialog from '#web/features/moderation/sanctions/moderation-dialog.tsx'
import MemberPrompts from '#web/features/sign-in/prompts/member-prompts.tsx'
import { tracked } from '#web/lib/analytics/track.ts'
import { beforeSignOut } from '#web/lib/auth/session/auth-client.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { followStoredChoices, storedChoices } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { isOnline, subscribeOnline } from '#web/platform/device/device.ts'
import { useWarming } from '../cache-warming/use-warming.ts'

type Props = { path: string; onOpen: (to: string) => void }

/** Signing out throws away the token by which it is counted. */
const trackSignOut = () => beforeSignOut(() => tracked('user_logout'))

/** What members are asked and told beside the pages, and what is kept in step with their profile; no guest loads it. */
export default function Prompts({ path, onOpen }: Props) {
  const viewer = useViewer()
  useEffect(followConsent, [])
  useEffect(trackSignOut, [])
  useWarming()
  useQueuedChoices(viewer.state === 'member' ? viewer.user.id : undefined)
  return (
    <>
      <MemberPrompts path={path} onOpen={onOpen} />
      {viewer.state === 'member' && !path.startsWith('/auth') && (
        <ModerationDialog key={viewer.user.id} userId={viewer.user.id} />
      )}
    </>
  )
}

type Load = () => Promise<unknown>

/** The code that writes each kind of choice. */
function codeOf(client: QueryClient): Record<string, Load> {
  const posts: Load = async () => (await import('#web/entities/post/reactions/post-choices.ts')).postChoices(client)
  const comments: Load = async () =>
    (await import('#web/entities/comment/comment-reactions.ts')).commentReactions(client)
  const stars: Load = () => starCode.load(client)
  const votes = Object.fromEntries(questions.map((question) => [question, stars]))
  return { post: posts, rumor: posts, poll: posts, comment: comments, fan: stars, ...votes }
}

/** Clocks stand still in a tab or an app that is put away, and the network may have come back without a word. */
function onReturn(listener: () => void): () => void {
  const seen = () => document.visibilityState === 'visible' && listener()
  document.addEventListener('visibilitychange', seen)
  const stop = subscribeOnline(listener)
  return () => {
    document.removeEventListener('visibilitychange', seen)
    stop()
  }
}

/** Sends what this member tapped without a network, whatever page is open; of guests nothing is stored. */
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
