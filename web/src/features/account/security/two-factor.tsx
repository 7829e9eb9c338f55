import { factorNameMax, factorNameSchema } from '@hot/domain/auth/security-form'
import { codeSchema } from '@hot/domain/auth/sign-in-form'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Smartphone from 'lucide-react/icons/smartphone'
import { useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState, Note } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-frame.tsx'
import { accountKey } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { beginEnrolment, type Enrolment, type Factor, factorsQuery, proveCode, removeFactor } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'

/** The second factor: what is set up, adding, removing, and what to do when it is lost. */
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

/** GoTrue has no recovery: a member who lost every device and the key has to write to the team. */
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

/** A device that generates codes. Removing the last one leaves the account protected by its password only. */
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

type Props = { others: Factor[]; onClose: () => void }

/** Two steps: name the device, then scan and verify. The next attempt cleans up an abandoned one. */
function TwoFactorEnrolDialog({ others, onClose }: Props) {
  const { user } = useMember()
  const queryClient = useQueryClient()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const done = async () => {
    await queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
    showToast({ title: 'Zwei-Faktor ist an', text: 'Ab jetzt braucht jede Anmeldung den Code.' })
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title={enrolment ? 'Code scannen' : 'Zwei-Faktor einrichten'}>
      {enrolment ? (
        <TwoFactorCode enrolment={enrolment} onProven={done} />
      ) : (
        <NameDevice others={others} onBegun={setEnrolment} />
      )}
    </Dialog>
  )
}

function NameDevice({ others, onBegun }: { others: Factor[]; onBegun: (enrolment: Enrolment) => void }) {
  const form = useZodForm(factorNameSchema, {
    device: others.length === 0 ? 'Mein Handy' : `Gerät ${others.length + 1}`,
  })
  const { guard, dialog } = useIdentityCheck()
  const { busy, run } = useWrite(
    ({ device }: { device: string }) => guard(async () => onBegun(await beginEnrolment(device))),
    { onFailed: (error) => form.refuse({ device: failureText(error) }) },
  )
  return (
    <>
      <form {...form.formProps(run)} className="grid gap-4">
        <p>
          Du brauchst eine Authenticator-App auf dem Handy, zum Beispiel Aegis, 2FAS oder die deines Passwort-Managers.
        </p>
        <TextField
          label="Name des Geräts"
          maxLength={factorNameMax}
          hint="Damit du es später wiedererkennst."
          {...form.input('device')}
        />
        <p>
          <Button type="submit" variant="hot" disabled={busy}>
            {busy ? 'Einen Moment …' : 'Weiter'}
          </Button>
        </p>
      </form>
      {dialog}
    </>
  )
}

/** In groups of four, as people read it out. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

type CodeProps = { enrolment: Enrolment; onProven: () => Promise<void> }

/** The secret as QR code and text, and a code field to verify that the app has it. */
function TwoFactorCode({ enrolment: { factorId, qrCode, secret }, onProven }: CodeProps) {
  return (
    <>
      <p>Scanne den Code mit der App und gib dann die sechs Ziffern ein, die sie zeigt.</p>
      {/* Scanners need dark on light, whatever the theme. */}
      <img
        src={qrCode}
        alt="QR-Code für deine Authenticator-App"
        width={200}
        height={200}
        className="mx-auto p-2"
        style={{ background: '#fff' }}
      />
      <details className="note">
        <summary>Scannen geht nicht? Schlüssel abtippen</summary>
        <p className="mt-2 wrap-anywhere">
          <code className="num">{grouped(secret)}</code>
        </p>
        <p className="meta mt-2">
          Schreib ihn auf Papier, wenn du einen Weg zurück haben willst. Wir zeigen ihn nur jetzt.
        </p>
      </details>
      <CodeForm factorId={factorId} onProven={onProven} />
    </>
  )
}

/** Six digits from an authenticator app. */
function CodeForm({ factorId, onProven }: { factorId: string; onProven: () => Promise<void> }) {
  const form = useZodForm(codeSchema, { code: '' })
  const { busy, run } = useWrite(({ code }: { code: string }) => proveCode(factorId, code), {
    onFailed: (error) => form.refuse({ code: failureText(error) }),
  })
  const prove = async (fields: { code: string }) => {
    if (await run(fields)) await onProven()
  }
  return (
    <form {...form.formProps(prove)} className="grid gap-4">
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="Sechs Ziffern, alle 30 Sekunden neue."
        {...form.input('code')}
      />
      <p>
        <Button type="submit" variant="hot" disabled={busy}>
          {busy ? 'Wird geprüft …' : 'Einschalten'}
        </Button>
      </p>
    </form>
  )
}
