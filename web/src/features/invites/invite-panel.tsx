import { asInviteCode } from '@hot/domain/auth/sign-in-form'
import { useCallback, useEffect, useState } from 'react'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { forgetInvite, keepInvite, pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { checkInvite, type InviteState, redeemInvite } from './api.ts'
import { InviteForm, inviteTexts } from './invite-form.tsx'
import './invites.css'

const register = () => requestSignIn({ mode: 'register' })

/** What `/invites` offers: guests register with their code, members who came through a provider redeem it. */
export function InvitePanel() {
  const viewer = useViewer()
  if (viewer.state !== 'member') return <GuestPanel />
  if (viewer.profile?.needs_invite) return <RedeemForm />
  return (
    <p className="note note-ok" role="status">
      Du bist schon dabei. Gib den Code an jemanden weiter, der noch fehlt.
    </p>
  )
}

function GuestPanel() {
  const { code, state, running, check } = useInvite(useCallback(register, []))
  if (state !== 'valid')
    return (
      <section className="invite-card">
        <h2 className="type-h3">Code einlösen</h2>
        <noscript>
          <p className="note">Zum Einlösen braucht HoT JavaScript. Schalte es ein und lade die Seite neu.</p>
        </noscript>
        <InviteForm key={code} code={code} action="Code prüfen" state={state} running={running} onSubmit={check} />
      </section>
    )
  return (
    <section className="invite-card">
      <h2 className="type-h3">Du bist eingeladen</h2>
      <p role="status">{inviteTexts.valid}</p>
      <p className="meta">
        Dein Code: <b className="num">{code}</b>. Er ist in der Registrierung schon eingetragen.
      </p>
      <Button variant="hot" wide onClick={register}>
        Konto anlegen
      </Button>
      <Button wide onClick={() => requestSignIn()}>
        Mit Google oder Apple anmelden
      </Button>
      <p className="meta">Kommst du über Google oder Apple, löst du den Code danach hier ein.</p>
    </section>
  )
}

type Invite = { code: string; state: InviteState | null; running: boolean }

/** The code of the link (`?code=`) or the one kept from before: checked at once, and kept as long as it may be good. */
function useInvite(onValid: () => void) {
  const [invite, setInvite] = useState<Invite>({ code: '', state: null, running: false })
  const check = useCallback(
    async (code: string) => {
      setInvite({ code, state: null, running: true })
      const state = await checkInvite(code)
      setInvite({ code, state, running: false })
      if (state === 'valid' || state === 'waiting' || state === 'unanswered') keepInvite(code)
      if (state === 'valid') onValid()
    },
    [onValid],
  )
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get('code')
    const code = asInviteCode(given ?? pendingInvite())
    if (code !== '') void check(code)
  }, [check])
  return { ...invite, check }
}

const brought = () => asInviteCode(new URLSearchParams(window.location.search).get('code') ?? pendingInvite())

/** For an account that came through a provider in invite mode: it may read, and writes once a code is redeemed. */
function RedeemForm() {
  const [code] = useState(brought)
  const [state, setState] = useState<InviteState | null>(null)
  const { busy, run } = useWrite(redeemInvite, {
    onDone: (answer) => {
      setState(answer)
      if (answer !== 'valid') return
      forgetInvite()
      showToast({ title: 'Einladung eingelöst', text: 'Jetzt kannst du mitmachen.' })
    },
  })
  return (
    <section className="invite-card">
      <h2 className="type-h3">Code einlösen</h2>
      <p>Dein Konto steht. Zum Mitschreiben und Abstimmen fehlt noch dein Einladungscode.</p>
      <InviteForm code={code} action="Einlösen" state={state} running={busy} onSubmit={run} />
    </section>
  )
}
