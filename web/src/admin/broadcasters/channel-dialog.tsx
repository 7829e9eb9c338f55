import { broadcasterTypes, channelForm, channelNameMax } from '@hot/domain/format/channel-form'
import { useState } from 'react'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SwitchField } from '#web/ui/forms/switch-field.tsx'
import { FormDialog } from '#web/ui/overlays/dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { whoChanged } from '../kit/conflict/use-conflict.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { ConflictOf, useEntityForm } from '../kit/entity-form.tsx'
import {
  type Channel,
  type ChannelKind,
  channelRefusals,
  channelTexts,
  deleteChannel,
  fieldsOf,
  kinds,
  readChannel,
  saveChannel,
  typeNames,
} from './api.ts'

type ChannelDialogProps = {
  kind: ChannelKind
  channel: Channel | null
  onClose: () => void
  /** Before it closes. */
  onSaved?: (id: string) => void
}

/** Creates or edits a broadcaster or provider. */
export function ChannelDialog({ kind, channel, onClose, onSaved }: ChannelDialogProps) {
  const texts = kinds[kind]
  const { isAdmin } = useStaff()
  // The version the form was opened with, so that the database detects changes by others.
  const [opened, setOpened] = useState(channel)
  const [deleting, setDeleting] = useState(false)
  const form = useEntityForm({
    schema: channelForm,
    initial: fieldsOf(kind, channel),
    save: (fields) => saveChannel(kind, opened, fields),
    onSaved: (id) => {
      onSaved?.(id)
      showToast({ title: `${texts.one} gespeichert` })
      onClose()
    },
    refusals: channelRefusals,
    fieldRefusals: { name_taken: ['name', texts.taken], '23505': ['name', texts.taken] },
    shared: {
      texts: channelTexts,
      hasBin: false,
      load: async () => {
        const now = opened && (await readChannel(kind, opened.id))
        if (!now) return null
        const by = await whoChanged(texts.logged, now.id, now.updated_at)
        return { fields: fieldsOf(kind, now), at: now.updated_at, by, take: () => void setOpened(now) }
      },
    },
  })
  if (deleting && opened)
    return <DeleteChannel kind={kind} channel={opened} onDeleted={onClose} onClose={() => setDeleting(false)} />
  return (
    <FormDialog wide busy={form.action.busy} onClose={onClose} title={channel ? texts.edit : texts.create}>
      <form {...form.formProps} className="grid gap-5">
        <TextField label="Name" {...form.input('name')} maxLength={channelNameMax} autoComplete="off" />
        {kind === 'broadcaster' && (
          <SelectField label="Art" {...form.input('type')}>
            {broadcasterTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]}
              </option>
            ))}
          </SelectField>
        )}
        <TextField label="Website" {...form.input('website_url')} type="url" />
        <ColorField label="Farbe" {...form.bind('color')} />
        <SwitchField
          label="Aktiv"
          hint={kind === 'provider' ? 'Nur aktive stehen im Footer und in Filtern.' : 'Nur aktive stehen in Filtern.'}
          {...form.bind('active')}
        />
        <ConflictOf form={form} />
        <FormFooter action={form.action} submit="Speichern" working="Wird gespeichert …">
          {channel && isAdmin && (
            <Button variant="danger" onClick={() => setDeleting(true)} busy={form.action.busy}>
              Löschen
            </Button>
          )}
        </FormFooter>
      </form>
    </FormDialog>
  )
}

type DeleteProps = { kind: ChannelKind; channel: Channel; onDeleted: () => void; onClose: () => void }

/** Shows what uses a broadcaster or provider before it is deleted. */
function DeleteChannel({ kind, channel, onDeleted, onClose }: DeleteProps) {
  return (
    <ConfirmDialog
      title={`${channel.name} löschen?`}
      text={`${deletionText(channel)} Soll er nur nicht mehr angeboten werden, schalte ihn auf inaktiv.`}
      confirm="Löschen"
      refusals={channelRefusals}
      onConfirm={() => deleteChannel(kind, channel)}
      onDone={() => {
        showToast({ title: `${kinds[kind].one} gelöscht`, text: channel.name })
        onDeleted()
      }}
      onClose={onClose}
    />
  )
}

const times = (count: number, one: string, many: string) =>
  `${count >= 1000 ? '1.000 oder mehr' : count} ${count === 1 ? one : many}`

/** Says what deleting a channel does to the formats and events that use it. */
function deletionText({ formats, events }: Pick<Channel, 'formats' | 'events'>): string {
  const parts = [
    formats > 0 && `${times(formats, 'Format steht', 'Formate stehen')} dann ohne da.`,
    events > 0 && `${times(events, 'Termin behält', 'Termine behalten')} den Namen als Text.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'Kein Format und kein Termin hängt daran.'
}
