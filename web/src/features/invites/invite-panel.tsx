import { useCallback } from 'react'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { InviteForm } from './invite-form.tsx'
import { inviteTexts } from './invite-texts.ts'
import { RedeemForm } from './redeem-form.tsx'
import { useInvite } from './use-invite.ts'
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
