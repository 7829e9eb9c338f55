import type { AdminSocialAccount } from '@hot/domain/contract/admin/social'
import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import { starName } from '@hot/domain/star/name'
import { readPlatform, socialPlatforms } from '@hot/domain/star/social-account'
import { type FormEvent, useState } from 'react'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { useCatalogueChanged } from '../stars/api.ts'
import { deleteSocial, mistakesIn, type SocialDraft, saveSocial, socialFailures } from './api.ts'

type Props = {
  account: AdminSocialAccount | null
  /** The new account is this star's. */
  star?: PickedEntity
  onClose: () => void
}

/** Adds an account, changes its address, or removes it. */
export function SocialAccountDialog({ account, star, onClose }: Props) {
  const [picked, setPicked] = useState<PickedEntity | null>(star ?? null)
  const [draft, setDraft] = useState<SocialDraft>({
    star: account?.star.id ?? '',
    platform: account?.platform ?? 'instagram',
    account: account?.url ?? '',
    followers: account?.followers?.toString() ?? '',
  })
  const [tried, setTried] = useState(false)
  const [isSure, setIsSure] = useState(false)
  const action = useAction(socialFailures)
  const changed = useCatalogueChanged()
  const starId = account?.star.id ?? picked?.id
  const mistakes = tried ? mistakesIn(draft) : { account: null, followers: null }
  const set = (changes: Partial<SocialDraft>) => setDraft((now) => ({ ...now, ...changes }))

  const finish = async (act: () => Promise<unknown>) => {
    if (!(await action.run(act))) return
    changed()
    onClose()
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const { account: wrongAccount, followers: wrongNumber } = mistakesIn(draft)
    if (!starId || wrongAccount || wrongNumber) return
    void finish(() => saveSocial(account?.id ?? null, { ...draft, star: starId }))
  }
  return (
    <FormDialog
      busy={action.busy}
      onClose={onClose}
      title={account ? `Konto von ${starName(account.star)}` : 'Neues Konto'}
    >
      <form onSubmit={save} noValidate className="grid gap-4">
        {!account && !star && (
          <EntityPicker
            label="Star"
            kind="star"
            value={picked}
            onChange={setPicked}
            error={tried && !starId ? 'Wähl einen Star.' : null}
          />
        )}
        <SelectField
          label="Plattform"
          value={draft.platform}
          onChange={(event) => set({ platform: readPlatform(event.target.value) ?? 'instagram' })}
        >
          {socialPlatforms.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Konto"
          hint="Name oder Adresse des Profils."
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          error={mistakes.account}
          value={draft.account}
          onChange={(event) => set({ account: event.target.value })}
        />
        <TextField
          label="Follower"
          inputMode="numeric"
          hint="Leer, wenn noch niemand nachgesehen hat."
          error={mistakes.followers}
          value={draft.followers}
          onChange={(event) => set({ followers: event.target.value })}
        />
        <FormFoot action={action} submit="Speichern" onCancel={onClose}>
          {account && (
            <Button
              variant="danger"
              disabled={action.busy}
              onClick={() => (isSure ? void finish(() => deleteSocial(account.id)) : setIsSure(true))}
            >
              {isSure ? 'Mit allen Zahlen entfernen?' : 'Konto entfernen'}
            </Button>
          )}
        </FormFoot>
      </form>
    </FormDialog>
  )
}
