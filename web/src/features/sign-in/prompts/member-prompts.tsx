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

  if (busy) return null
  if (needsFactor) return <SecondFactorDialog />
  return member && request && <NeedDialog request={request} userId={member.user.id} onOpen={onOpen} />
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
const ignore = () => {}

/**
 * For a session that still needs its second factor, after a reload or because the factor was set up on another device.
 */
function SecondFactorDialog() {
  return (
    <Dialog
      open
      onClose={giveUp}
      title="Zweiter Faktor"
      description="Dein Konto ist mit einem zweiten Faktor gesichert. Bestätige kurz, dass du es bist."
    >
      <SecondFactorForm onDone={ignore} onGiveUp={giveUp} />
    </Dialog>
  )
}

/** Shown in invite mode when a member without an invitation tries to write. */
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
