import { useState } from 'react'
import { requestSignIn } from '#web/lib/auth/viewer/sign-in-request.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ResendForm } from '../forms/resend-form.tsx'
import type { CallbackTrouble } from './callback-error.ts'

type Props = { trouble: CallbackTrouble; onHome: () => void }

/** What went wrong on the way back, and the ways out. */
export function CallbackTroubleNotice({ trouble, onHome }: Props) {
  const [resending, setResending] = useState(false)
  const offers = new Set(trouble.ways)
  return (
    <>
      <h2 className="type-h3">{trouble.title}</h2>
      <p>{trouble.text}</p>
      {resending ? (
        <ResendForm />
      ) : (
        <div className="sign-in-ways">
          {offers.has('sign-in') && (
            <Button variant="hot" onClick={() => requestSignIn({ andThen: onHome })}>
              Anmelden
            </Button>
          )}
          {offers.has('resend') && <Button onClick={() => setResending(true)}>Neue Bestätigungs-Mail</Button>}
          {offers.has('recover') && (
            <Button onClick={() => requestSignIn({ mode: 'forgot', andThen: onHome })}>Neues Passwort</Button>
          )}
          <Button onClick={onHome}>Zur Startseite</Button>
        </div>
      )}
    </>
  )
}
