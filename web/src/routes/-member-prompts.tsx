import { useEffect } from 'react'
import { followConsent } from '#web/data/consent-record.ts'
import { useViewer } from '#web/data/viewer.ts'
import ModerationDialog from '#web/features/sanctions/moderation-dialog.tsx'
import MemberPrompts from '#web/features/sign-in/member-prompts.tsx'
import { useKeptMarks } from './-use-kept-marks.ts'
import { useWarming } from './-use-warming.ts'

type Props = { path: string; onOpen: (to: string) => void }

/** What members are asked and told beside the pages, and what is kept in step with their profile; no guest loads it. */
export default function Prompts({ path, onOpen }: Props) {
  const viewer = useViewer()
  useEffect(followConsent, [])
  useWarming()
  useKeptMarks(viewer.state === 'member' ? viewer.user.id : undefined)
  return (
    <>
      <MemberPrompts path={path} onOpen={onOpen} />
      {viewer.state === 'member' && !path.startsWith('/auth') && (
        <ModerationDialog key={viewer.user.id} userId={viewer.user.id} />
      )}
    </>
  )
}
