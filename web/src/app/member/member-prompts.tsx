import { useEffect } from 'react'
import { followConsent } from '#web/features/consent/consent-record.ts'
import ModerationDialog from '#web/features/moderation/sanctions/moderation-dialog.tsx'
import MemberPrompts from '#web/features/sign-in/prompts/member-prompts.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { useWarming } from '../cache-warming/use-warming.ts'
import { useQueuedChoices } from './use-queued-choices.ts'

type Props = { path: string; onOpen: (to: string) => void }

/** What members are asked and told beside the pages, and what is kept in step with their profile; no guest loads it. */
export default function Prompts({ path, onOpen }: Props) {
  const viewer = useViewer()
  useEffect(followConsent, [])
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
