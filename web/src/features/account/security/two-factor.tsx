import { factorNameMax, factorNameSchema } from '@hot/domain/auth/security-form'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import Smartphone from 'lucide-react/icons/smartphone'
import { useEffect, useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { passkeyTexts } from '#web/lib/auth/passkeys/passkey-texts.ts'
import { passkeySupportQuery } from '#web/lib/auth/passkeys/passkeys.ts'
import type { Role } from '#web/lib/auth/viewer/own-profile.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Callout, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-layout.tsx'
import { accountKey } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { beginEnrolment, type Enrolment, enrolPasskey, type Factor, factorsQuery, removeFactor } from './api.ts'
import { AuthenticatorSetup } from './authenticator-setup.tsx'
import { useIdentityCheck } from './identity-check.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** An app that shows codes, or a passkey of a device. */
type Kind = 'app' | 'passkey'

/** The second factors: lists, adds and removes them, with the codes for when one is lost. */
export function TwoFactor() {
  const { user, role } = useMember()
  const { data, isError, refetch } = useQuery(factorsQuery(user.id))
  const { data: support } = useQuery(passkeySupportQuery)
  const [enrolling, setEnrolling] = useState<Kind | null>(null)
  const [isNew, setNew] = useState(false)
  if (isError && !data)
    return <ErrorState title="Deine Geräte konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <SectionSkeleton label="Deine Geräte werden geladen" />
  const isOn = data.length > 0
  const passkeyAdvised = role !== 'user' && support === 'here' && data.every(({ type }) => type !== 'webauthn')
  return (
    <div className="grid max-w-140 gap-4">
      <p>
        {isOn
          ? 'Eingeschaltet. Beim Anmelden fragen wir danach.'
          : 'Ausgeschaltet. Mit einem zweiten Faktor reicht ein geklautes Passwort niemandem mehr.'}
      </p>
      {passkeyAdvised && (
        <Callout>
          <p>
            <b>Du gehörst zum Team:</b> Nimm am besten einen Passkey. Anders als ein Code lässt er sich nicht auf einer
            falschen Seite abgreifen. Richte dazu ein zweites Gerät ein, falls du eines verlierst.
          </p>
        </Callout>
      )}
      {isOn && (
        <ul>
          {data.map((factor) => (
            <FactorRow key={factor.id} factor={factor} last={data.length === 1} />
          ))}
        </ul>
      )}
      {isOn && <RecoveryCodes fresh={isNew} />}
      <div className="flex flex-wrap gap-2">
        <Button variant={isOn || passkeyAdvised ? 'plain' : 'strong'} onClick={() => setEnrolling('app')}>
          {isOn ? 'Weitere App hinzufügen' : 'Zwei-Faktor einrichten'}
        </Button>
        {support === 'here' && (
          <Button variant={passkeyAdvised ? 'strong' : 'plain'} onClick={() => setEnrolling('passkey')}>
            Passkey als zweiter Faktor
          </Button>
        )}
      </div>
      {enrolling && (
        <TwoFactorEnrolDialog
          kind={enrolling}
          others={data}
          onProven={() => setNew(!isOn)}
          onClose={() => setEnrolling(null)}
        />
      )}
    </div>
  )
}

const lastText = (role: Role) =>
  role === 'user'
    ? 'Danach schützt nur noch dein Passwort den Account.'
    : 'Danach schützt nur noch dein Passwort den Account, und der Team-Bereich bleibt zu, bis du wieder einen zweiten Faktor hast.'

/** A device with an authenticator app or a passkey, with a button to remove it. */
function FactorRow({ factor, last }: { factor: Factor; last: boolean }) {
  const { user, role } = useMember()
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
      <Icon of={factor.type === 'webauthn' ? KeyRound : Smartphone} />
      <div className="min-w-0 flex-1">
        <h3 className="type-h4 wrap-anywhere">{factor.name}</h3>
        <p className="meta">
          {`${factor.type === 'webauthn' ? 'Passkey, ' : ''}seit ${longDay(berlinDay(factor.addedAt))}`}
        </p>
      </div>
      <Button variant="danger" small onClick={() => setAsking(true)} aria-label={`${factor.name} entfernen`}>
        Entfernen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${factor.name} entfernen?`}
          text={last ? lastText(role) : 'Damit kannst du dich dann nicht mehr bestätigen.'}
          confirm="Entfernen"
          onConfirm={remove}
          onClose={() => setAsking(false)}
        />
      )}
      {dialog}
    </li>
  )
}

type Props = { kind: Kind; others: Factor[]; onProven: () => void; onClose: () => void }

function TwoFactorEnrolDialog({ kind, others, onProven, onClose }: Props) {
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const done = () => {
    onProven()
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onBack={() => (enrolment ? setEnrolment(null) : onClose())}
      title={enrolment ? scanTitle : titles[kind]}
    >
      <TwoFactorSteps kind={kind} others={others} enrolment={enrolment} onBegun={setEnrolment} onDone={done} />
    </Dialog>
  )
}

type StepsProps = {
  kind: Kind
  others: Factor[]
  enrolment: Enrolment | null
  /** Null leads back to the name of the device. */
  onBegun: (enrolment: Enrolment | null) => void
  onDone?: () => void
}

/**
 * Two steps: name the device, then scan the code and verify it; a passkey is created right after the first. An
 * abandoned attempt is removed by the next one.
 */
export function TwoFactorSteps({ kind, others, enrolment, onBegun, onDone }: StepsProps) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [named, setNamed] = useState<string | null>(null)
  const done = async () => {
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Zwei-Faktor ist an', text: 'Ab jetzt fragen wir bei jeder Anmeldung danach.' })
    onDone?.()
  }
  const begun = (device: string, made: Enrolment) => {
    setNamed(device)
    onBegun(made)
  }
  if (!enrolment) return <NameDevice kind={kind} others={others} named={named} onBegun={begun} onProven={done} />
  return <AuthenticatorSetup enrolment={enrolment} onProven={done} onBack={() => onBegun(null)} />
}

export const scanTitle = 'App verbinden'
const titles = { app: 'Zwei-Faktor einrichten', passkey: 'Passkey als zweiter Faktor' } as const
const intros = {
  app: 'Du brauchst eine Authenticator-App auf dem Handy, zum Beispiel Aegis, 2FAS oder die deines Passwort-Managers.',
  passkey: 'Dein Gerät fragt gleich nach Fingerabdruck, Gesicht oder PIN. Ein Sicherheitsschlüssel geht auch.',
} as const

type NameProps = {
  kind: Kind
  others: Factor[]
  /** The name that was given before going back; null at first. */
  named: string | null
  onBegun: (device: string, enrolment: Enrolment) => void
  onProven: () => Promise<void>
}

function NameDevice({ kind, others, named, onBegun, onProven }: NameProps) {
  const first = kind === 'app' ? 'Mein Handy' : 'Mein Passkey'
  const suggested = others.length === 0 ? first : `Gerät ${others.length + 1}`
  const form = useZodForm(factorNameSchema, { device: named ?? suggested })
  const { setFocus } = form
  // The pressed back button is gone, so the field gets the focus.
  useEffect(() => {
    if (named !== null) setFocus('device')
  }, [named, setFocus])
  const { guard, dialog } = useIdentityCheck()
  const begin = async (device: string) => {
    if (kind === 'app') return onBegun(device, await beginEnrolment(device))
    await enrolPasskey(device)
    await onProven()
  }
  const { busy, run } = useWrite(({ device }: { device: string }) => guard(() => begin(device)), {
    onFailed: (error) => form.showErrors({ device: failureText(error, kind === 'passkey' ? passkeyTexts : {}) }),
  })
  return (
    <>
      <form {...form.formProps(run)} className="grid gap-4">
        <p>{intros[kind]}</p>
        <TextField
          label="Name des Geräts"
          maxLength={factorNameMax}
          hint="Damit du es später wiedererkennst."
          {...form.input('device')}
        />
        <p>
          <Button type="submit" variant="hot" busy={busy}>
            {busy ? 'Einen Moment …' : 'Weiter'}
          </Button>
        </p>
      </form>
      {dialog}
    </>
  )
}
