import { useEffect } from 'react'
import { useSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { askForNeed, endWritingRequest, useWritingRequest, writingRequest } from '#web/lib/auth/viewer/writing-gate.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useLazyModule } from '#web/ui/hooks/use-lazy-module.ts'

const storageKey = 'hot_nickname_put_off'
/** The fallback where storage is blocked; lasts until the page is left. */
let inMemory: string | null = null

/**
 * Whether this member has postponed choosing a nickname in this tab. The next attempt to write opens the dialog
 * nevertheless.
 */
function nicknameWasPutOff(userId: string): boolean {
  try {
    return (sessionStorage.getItem(storageKey) ?? inMemory) === userId
  } catch {
    return inMemory === userId
  }
}

function putOffNickname(userId: string): void {
  inMemory = userId
  try {
    sessionStorage.setItem(storageKey, userId)
  } catch {
    // Storage is blocked: the variable above has it.
  }
}

const loadDialogs = () => import('./need-dialogs.tsx')

function notLoaded(): void {
  endWritingRequest()
  showToast({
    kind: 'error',
    title: 'Das ließ sich gerade nicht laden.',
    text: 'Lad die Seite neu und versuch es noch einmal.',
  })
}

/** Prompts for members on any page, except those with prompts of their own. `onOpen` navigates to a path. */
export default function MemberPrompts({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const request = useWritingRequest()
  const signingIn = useSignInRequest() !== null
  const viewer = useViewer()
  const member = viewer.state === 'member' ? viewer : null
  const busy = signingIn || /^\/(auth|admin)(\/|$)/.test(path)
  const needsFactor = member
    ? member.assurance.next !== member.assurance.current
    : viewer.state === 'guest' && viewer.factor
  const needsNickname = member?.profile?.needs_nickname === true
  const userId = member?.user.id

  useEffect(() => {
    if (userId && needsNickname && !busy && !needsFactor && !writingRequest() && !nicknameWasPutOff(userId))
      askForNeed('nickname')
  }, [userId, needsNickname, busy, needsFactor])

  const asks = !busy && (needsFactor || (member !== null && request !== null))
  const dialogs = useLazyModule(asks, loadDialogs, notLoaded)
  if (!dialogs || busy) return null
  if (needsFactor) return <dialogs.SecondFactorDialog />
  if (!member || !request) return null
  return (
    <dialogs.NeedDialog
      request={request}
      asksAge={member.profile?.needs_age === true}
      onPutOff={() => putOffNickname(member.user.id)}
      onOpen={onOpen}
    />
  )
}
