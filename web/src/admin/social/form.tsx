import type { AdminSocialAccount } from '@hot/domain/contract/admin/social'
import type { PickedEntity } from '@hot/domain/contract/admin/staff'
import { distinctName } from '@hot/domain/star/name'
import { socialPlatforms } from '@hot/domain/star/social-account'
import { socialForm } from '@hot/domain/star/social-form'
import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConflictOf, useEntityForm } from '../kit/entity-form.tsx'
import { EntityPicker } from '../kit/entity-picker.tsx'
import { useWrite } from '../kit/write.ts'
import { deleteSocial, readSocial, saveSocial, socialFailures, socialFields, socialTexts, storedSocial } from './api.ts'

type Props = {
  account: AdminSocialAccount | null
  /** The new account is this star's. */
  star?: PickedEntity
  onClose: () => void
}

/** Adds an account, changes its address, or removes it. */
export function SocialAccountDialog({ account, star, onClose }: Props) {
  const [picked, setPicked] = useState<PickedEntity | null>(star ?? null)
  // The version the form was opened with, so that the database detects changes by others.
  const [stored, setStored] = useState(account)
  const [isSure, setIsSure] = useState(false)
  const form = useEntityForm({
    schema: socialForm,
    initial: socialFields(account, star?.id),
    save: (fields) => saveSocial(stored, fields),
    onSaved: onClose,
    refusals: socialFailures,
    shared: {
      texts: socialTexts,
      stored: storedSocial,
      hasBin: false,
      load: async () => {
        const now = stored && (await readSocial(stored))
        if (!now) return null
        const by = await whoChanged('social_account', now.id, now.updated_at)
        return { fields: socialFields(now), at: now.updated_at, by, take: () => void setStored(now) }
      },
    },
  })
  const deletion = useWrite(deleteSocial, { refusals: socialFailures, onDone: onClose })
  const busy = form.action.busy || deletion.busy
  const pick = (chosen: PickedEntity | null) => {
    setPicked(chosen)
    form.bind('star').onChange(chosen?.id ?? '')
  }
  return (
    <FormDialog
      busy={busy}
      onClose={onClose}
      title={account ? `Konto von ${distinctName(account.star)}` : 'Neues Konto'}
    >
      <form {...form.formProps} className="grid gap-4">
        {!account && !star && (
          <EntityPicker label="Star" kind="star" value={picked} onChange={pick} error={form.errorOf('star') ?? null} />
        )}
        <SelectField label="Plattform" {...form.input('platform')}>
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
          {...form.input('account')}
          maxLength={500}
        />
        <TextField
          label="Follower"
          inputMode="numeric"
          hint="Leer, wenn noch niemand nachgesehen hat."
          {...form.input('followers')}
        />
        <ConflictOf form={form} />
        <FormFooter
          action={{ busy, failure: form.action.failure ?? deletion.failure }}
          submit="Speichern"
          onCancel={onClose}
        >
          {account && (
            <Button
              variant="danger"
              busy={busy}
              onClick={() => (isSure ? void deletion.run(account.id) : setIsSure(true))}
            >
              {isSure ? 'Mit allen Zahlen entfernen?' : 'Konto entfernen'}
            </Button>
          )}
        </FormFooter>
      </form>
    </FormDialog>
  )
}
