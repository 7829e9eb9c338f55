import { useState } from 'react'
import { forgetInvite, pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { asCode, type InviteState, redeemInvite } from './invite-calls.ts'
import { InviteForm } from './invite-form.tsx'

const brought = () => asCode(new URLSearchParams(window.location.search).get('code') ?? pendingInvite())

/** For an account that came through a provider in invite mode: it may read, and writes once a code is redeemed. */
export function RedeemForm() {
  const [code] = useState(brought)
  const [state, setState] = useState<InviteState | null>(null)
  const [running, setRunning] = useState(false)
  const redeem = async (typed: string) => {
    setRunning(true)
    const answer = await redeemInvite(typed)
    setRunning(false)
    setState(answer)
    if (answer !== 'valid') return
    forgetInvite()
    showToast({ title: 'Einladung eingelöst', text: 'Jetzt kannst du mitmachen.' })
  }
  return (
    <section className="invite-card">
      <h2 className="type-h3">Code einlösen</h2>
      <p>Dein Konto steht. Zum Mitschreiben und Abstimmen fehlt noch dein Einladungscode.</p>
      <InviteForm code={code} action="Einlösen" state={state} running={running} onSubmit={redeem} />
    </section>
  )
}
