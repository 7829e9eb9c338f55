import { useEffect, useSyncExternalStore } from 'react'
import { signInRequest, subscribeSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import {
  askForNeed,
  endWritingRequest,
  subscribeWritingRequest,
  type WritingRequest,
  writingRequest,
} from '#web/lib/auth/viewer/writing-gate.ts'
import { SecondFactorDialog } from '../second-factor/second-factor-dialog.tsx'
import { InviteNeededDialog } from './invite-needed-dialog.tsx'
import { NicknameDialog } from './nickname-dialog.tsx'
import { nicknameWasPutOff, putOffNickname } from './postponed-nickname.ts'

/** What a member is asked beside the pages. Places that ask by themselves are left alone. `onOpen` leads to a path. */
export default function MemberPrompts({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const request = useSyncExternalStore(subscribeWritingRequest, writingRequest, () => null)
  const signingIn = useSyncExternalStore(subscribeSignInRequest, signInRequest, () => null) !== null
  const viewer = useViewer()
  const member = viewer.state === 'member' ? viewer : null
  const busy = signingIn || /^\/(auth|admin)(\/|$)/.test(path)
  const owesFactor = member?.assurance.next === 'aal2' && member.assurance.current !== 'aal2'
  const nameless = member?.profile?.needs_nickname === true
  const userId = member?.user.id

  useEffect(() => {
    if (userId && nameless && !busy && !owesFactor && !writingRequest() && !nicknameWasPutOff(userId))
      askForNeed('nickname')
  }, [userId, nameless, busy, owesFactor])

  if (!member || busy) return null
  if (owesFactor) return <SecondFactorDialog />
  return request && <NeedDialog request={request} userId={member.user.id} onOpen={onOpen} />
}

type NeedProps = { request: WritingRequest; userId: string; onOpen: (path: string) => void }

function NeedDialog({ request, userId, onOpen }: NeedProps) {
  if (request.need === 'invite') return <InviteNeededDialog onClose={endWritingRequest} onOpen={onOpen} />
  const close = () => {
    putOffNickname(userId)
    endWritingRequest()
  }
  return <NicknameDialog onClose={close} />
}
