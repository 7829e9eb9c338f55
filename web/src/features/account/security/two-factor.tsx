import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { useMember } from '../account-frame.tsx'
import { accountKey } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { type Factor, factorsQuery, removeFactor } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'
import { TwoFactorEnrolDialog } from './two-factor-enrol-dialog.tsx'

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

/** A device that makes codes. Without the last one the account is back to its password alone. */
function FactorRow({ factor, last }: { factor: Factor; last: boolean }) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { guard, dialog } = useIdentityCheck()
  const remove = async () => {
    if (!(await guard(() => removeFactor(factor.id)))) return
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: `${factor.name} entfernt`, text: last ? 'Zwei-Faktor ist jetzt aus.' : 'Die anderen bleiben.' })
  }
  return (
    <li className="flex items-center gap-3 border-t border-rule py-3">
      <Icon of={Smartphone} />
      <div className="min-w-0 flex-1">
        <h3 className="type-h4 wrap-anywhere">{factor.name}</h3>
        <p className="meta">seit {longDay(berlinDay(factor.addedAt))}</p>
      </div>
      <Button variant="danger" small onClick={() => setAsking(true)} aria-label={`${factor.name} entfernen`}>
        Entfernen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${factor.name} entfernen?`}
          text={
            last
              ? 'Danach schützt nur noch dein Passwort den Account.'
              : 'Codes von diesem Gerät gelten dann nicht mehr.'
          }
          confirm="Entfernen"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
      {dialog}
    </li>
  )
}
