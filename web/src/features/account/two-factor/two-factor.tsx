import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { SectionSkeleton } from '../account-skeleton.tsx'
import { useMember } from '../member.tsx'
import { FactorRow } from './factor-row.tsx'
import { TwoFactorEnrolDialog } from './two-factor-enrol-dialog.tsx'
import { factorsQuery } from './two-factor-queries.ts'

/** The second factor: what is set up, how to add and to remove, and what happens when it is lost. */
export function TwoFactor() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(factorsQuery(user.id))
  const [enrolling, setEnrolling] = useState(false)
  if (isError && !data)
    return <ErrorState title="Deine Geräte konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Geräte werden geladen" />
  const isOn = data.length > 0
  return (
    <div className="grid max-w-140 gap-4">
      <p>
        {isOn
          ? 'Eingeschaltet. Beim Anmelden fragen wir nach dem Code aus deiner App.'
          : 'Ausgeschaltet. Mit einer Authenticator-App reicht ein geklautes Passwort niemandem mehr.'}
      </p>
      {isOn && (
        <ul>
          {data.map((factor) => (
            <FactorRow key={factor.id} factor={factor} last={data.length === 1} />
          ))}
        </ul>
      )}
      {isOn && <RecoveryHint single={data.length === 1} />}
      <p>
        <Button variant={isOn ? 'plain' : 'strong'} onClick={() => setEnrolling(true)}>
          {isOn ? 'Weiteres Gerät hinzufügen' : 'Zwei-Faktor einrichten'}
        </Button>
      </p>
      {enrolling && <TwoFactorEnrolDialog others={data} onClose={() => setEnrolling(false)} />}
    </div>
  )
}

/** GoTrue has no back door: who loses every device and the key needs a person. */
function RecoveryHint({ single }: { single: boolean }) {
  return (
    <Note kind="warn">
      <p>
        <b>Handy weg?</b>{' '}
        {single
          ? 'Dann kommst du nur mit einem zweiten Gerät oder dem aufgeschriebenen Schlüssel wieder rein. Füge am besten gleich ein zweites hinzu.'
          : 'Dann nimm eines deiner anderen Geräte und entferne das verlorene hier.'}{' '}
        Ist alles weg, schreib uns über die Adresse im Impressum.
      </p>
    </Note>
  )
}
