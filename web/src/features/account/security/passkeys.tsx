import { factorNameMax, factorNameSchema } from '@hot/domain/auth/security-form'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import KeyRound from 'lucide-react/icons/key-round'
import { useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { useWrite } from '#web/lib/api/rpc/use-write.ts'
import { passkeyTexts } from '#web/lib/auth/passkeys/passkey-texts.ts'
import { addPasskey, passkeySupportQuery } from '#web/lib/auth/passkeys/passkeys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { Icon } from '#web/ui/media/icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { useMember } from '../account-layout.tsx'
import { accountKey } from '../api.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { SectionSkeleton } from '../skeletons.tsx'
import { type Passkey, passkeysQuery, removePasskey, renamePasskey } from './api.ts'
import { useIdentityCheck } from './identity-check.tsx'

/** GoTrue stores at most this many for an account. */
const maxPasskeys = 10

/** The passkeys for signing in: lists, adds, renames and removes them. */
export function Passkeys() {
  const { user } = useMember()
  const { data, isError, refetch } = useQuery(passkeysQuery(user.id))
  const { data: support } = useQuery(passkeySupportQuery)
  if (isError && !data)
    return <ErrorState title="Deine Passkeys konnten nicht geladen werden" onRetry={() => void refetch()} />
  if (!data || !support) return <SectionSkeleton label="Deine Passkeys werden geladen" />
  return (
    <div className="grid max-w-140 gap-4">
      <p>
        {data.length > 0
          ? 'Damit meldest du dich ohne Passwort an: Fingerabdruck, Gesicht oder PIN deines Geräts genügen.'
          : 'Noch keiner da. Mit einem Passkey meldest du dich per Fingerabdruck, Gesicht oder PIN an, und niemand kann ihn dir abluchsen.'}
      </p>
      {data.length > 0 && (
        <ul>
          {data.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {support === 'here' ? (
        data.length < maxPasskeys && <AddPasskey first={data.length === 0} />
      ) : (
        <p className="meta">
          Hier lässt sich keiner anlegen. Öffne HoT dafür unter seiner Domain in einem aktuellen Browser.
        </p>
      )}
    </div>
  )
}

/** Shows the device's prompt, then asks for a name. A device that already has a passkey of this account refuses. */
function AddPasskey({ first }: { first: boolean }) {
  const refresh = useRefresh()
  const [added, setAdded] = useState<string | null>(null)
  const { guard, dialog } = useIdentityCheck()
  const { busy, failure, run } = useWrite(
    () =>
      guard(async () => {
        const id = await addPasskey()
        await refresh()
        setAdded(id)
      }),
    { refusals: passkeyTexts },
  )
  return (
    <>
      <FormFailure text={failure} />
      <p>
        {/* Not disabled while busy, because it gets the focus back when the dialog for the name closes. */}
        <Button variant={first ? 'strong' : 'plain'} aria-disabled={busy} onClick={() => void run()}>
          {busy ? 'Dein Gerät fragt nach …' : first ? 'Passkey anlegen' : 'Weiteren Passkey anlegen'}
        </Button>
      </p>
      {added && (
        <NamePasskey
          id={added}
          name=""
          description="Er ist angelegt, ab jetzt kannst du dich damit anmelden."
          onClose={() => setAdded(null)}
        />
      )}
      {dialog}
    </>
  )
}

function useRefresh(): () => Promise<void> {
  const { user } = useMember()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: accountKey(user.id) })
}

type NameProps = Pick<Passkey, 'id' | 'name'> & { description?: string; onClose: () => void }

function NamePasskey({ id, name, description, onClose }: NameProps) {
  const refresh = useRefresh()
  const form = useZodForm(factorNameSchema, { device: name })
  const { busy, run } = useWrite(
    async ({ device }: { device: string }) => {
      await renamePasskey(id, device)
      await refresh()
      onClose()
    },
    { onFailed: (error) => form.showErrors({ device: failureText(error, passkeyTexts) }) },
  )
  return (
    <Dialog open onClose={onClose} title="Wie heißt der Passkey?" description={description}>
      <form {...form.formProps(run)} className="grid gap-4">
        <TextField
          label="Name"
          maxLength={factorNameMax}
          hint="Damit du ihn später wiedererkennst, zum Beispiel: mein Laptop."
          {...form.input('device')}
        />
        <p>
          <Button type="submit" variant="hot" busy={busy}>
            {busy ? 'Einen Moment …' : 'Speichern'}
          </Button>
        </p>
      </form>
    </Dialog>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const refresh = useRefresh()
  const [asking, setAsking] = useState<'name' | 'removal' | null>(null)
  const { guard, dialog } = useIdentityCheck()
  const remove = async () => {
    if (!(await guard(() => removePasskey(passkey.id)))) return
    await refresh()
    showToast({ title: `${passkey.name} entfernt`, text: 'Lösch ihn auch auf deinem Gerät.' })
  }
  const used = passkey.usedAt ? `zuletzt benutzt am ${longDay(berlinDay(passkey.usedAt))}` : 'noch nie benutzt'
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-rule py-3">
      <Icon of={KeyRound} />
      <div className="min-w-40 flex-1">
        <h3 className="type-h4 wrap-anywhere">{passkey.name}</h3>
        <p className="meta">
          seit {longDay(berlinDay(passkey.addedAt))}, {used}
        </p>
      </div>
      <div className="flex gap-2">
        <Button small onClick={() => setAsking('name')} aria-label={`${passkey.name} umbenennen`}>
          Umbenennen
        </Button>
        <Button variant="danger" small onClick={() => setAsking('removal')} aria-label={`${passkey.name} entfernen`}>
          Entfernen
        </Button>
      </div>
      {asking === 'name' && <NamePasskey id={passkey.id} name={passkey.name} onClose={() => setAsking(null)} />}
      {asking === 'removal' && (
        <ConfirmDialog
          title={`${passkey.name} entfernen?`}
          text="Damit kannst du dich dann nicht mehr anmelden. Deine anderen Wege bleiben."
          confirm="Entfernen"
          onConfirm={remove}
          onClose={() => setAsking(null)}
        />
      )}
      {dialog}
    </li>
  )
}
