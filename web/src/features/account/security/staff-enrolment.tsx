import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { passkeySupportQuery } from '#web/lib/auth/passkeys/passkeys.ts'
import type { Viewer } from '#web/lib/auth/viewer/viewer.ts'
import { Callout } from '#web/ui/feedback/state.tsx'
import { MemberProvider } from '../account-layout.tsx'
import type { Enrolment } from './api.ts'
import { scanTitle, TwoFactorSteps } from './two-factor.tsx'

type Props = { member: Extract<Viewer, { state: 'member' }> }

/**
 * Shown to staff without a second factor instead of the admin area: why one is required, and how to set it up.
 * Afterwards the session is aal2 and the area opens.
 */
export default function StaffEnrolment({ member }: Props) {
  const { data: support } = useQuery(passkeySupportQuery)
  const [kind, setKind] = useState<'app' | 'passkey'>('app')
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  return (
    <MemberProvider value={member}>
      <section className="page grid max-w-140 gap-4">
        <h1 className="type-h3">{enrolment ? scanTitle : 'Noch ein Schritt ins Team'}</h1>
        {!enrolment && (
          <p>
            Hier entscheidest du über Beiträge und Konten anderer. Darum öffnet sich der Team-Bereich nur mit einem
            zweiten Faktor: Ein geklautes Passwort allein reicht dann niemandem. Es dauert eine Minute.
          </p>
        )}
        <TwoFactorSteps key={kind} kind={kind} others={[]} enrolment={enrolment} onBegun={setEnrolment} />
        {!enrolment && support === 'here' && (
          <p>
            <span>
              {kind === 'app' &&
                'Noch sicherer ist ein Passkey: Er lässt sich nicht auf einer falschen Seite abgreifen. '}
            </span>
            <button type="button" className="text-button" onClick={() => setKind(kind === 'app' ? 'passkey' : 'app')}>
              {kind === 'app' ? 'Lieber mit einem Passkey' : 'Lieber mit einer App'}
            </button>
          </p>
        )}
        <Callout kind="warn">
          <p>
            <b>Denk an den Rückweg.</b> Hol dir danach in deinem Account unter „Sicherheit“ deine
            Wiederherstellungscodes. Ist alles weg, kann dich nur der Betreiber wieder hereinlassen.
          </p>
        </Callout>
      </section>
    </MemberProvider>
  )
}
