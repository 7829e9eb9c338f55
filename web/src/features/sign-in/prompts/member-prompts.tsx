import { useEffect } from 'react'
import { signOut } from '#web/lib/auth/session/session-actions.ts'
import { useSignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import {
  askForNeed,
  endWritingRequest,
  useWritingRequest,
  type WritingRequest,
  writingRequest,
} from '#web/lib/auth/viewer/writing-gate.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { SecondFactorForm } from '../forms/second-factor.tsx'
import { NicknameDialog } from './nickname-dialog.tsx'
import '../sign-in.css'

const storageKey = 'hot_nickname_put_off'
/** Fallback where storage is blocked; lasts as long as the page. */
let here: string | null = null

/** Whether this member dismissed the username dialog in this browser session. The next writing action asks again anyway. */
function nicknameWasPutOff(userId: string): boolean {
  try {
    return (sessionStorage.getItem(storageKey) ?? here) === userId
  } catch {
    return here === userId
  }
}

function putOffNickname(userId: string): void {
  here = userId
  try {
    sessionStorage.setItem(storageKey, userId)
  } catch {
    // Blocked: the variable above holds it.
  }
}

/** Prompts for members on top of any page, except on pages with prompts of their own. `onOpen` navigates to a path. */
export default function MemberPrompts({ path, onOpen }: { path: string; onOpen: (path: string) => void }) {
  const request = useWritingRequest()
  const signingIn = useSignInRequest() !== null
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

const giveUp = () => void signOut('local').catch(() => {})
const nothing = () => {}

/** For a session that still needs its second factor: after a reload, or because it was set up on another device. */
function SecondFactorDialog() {
  return (
    <Dialog
      open
      onClose={giveUp}
      title="Zweiter Faktor"
      description="Dein Konto ist mit einem zweiten Faktor gesichert. Bestätige kurz, dass du es bist."
    >
      <SecondFactorForm onDone={nothing} onGiveUp={giveUp} />
    </Dialog>
  )
}

/** Shown in invite mode when an account created through a provider without a code tries to write. */
function InviteNeededDialog({ onClose, onOpen }: { onClose: () => void; onOpen: (path: string) => void }) {
  const open = (path: string) => () => {
    onClose()
    onOpen(path)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Noch nicht eingeladen"
      description="Lesen kannst du alles. Zum Mitmachen brauchst du gerade einen Einladungscode."
    >
      <div className="sign-in-choices">
        <Button variant="hot" wide onClick={open('/invites')}>
          Code einlösen
        </Button>
        <Button wide onClick={open('/invite-system')}>
          Wie Einladungen funktionieren
        </Button>
      </div>
    </Dialog>
  )
}
