import { broadcasterTypes, channelForm, channelNameMax } from '@hot/domain/format/channel-form'
import { useState } from 'react'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useStaff } from '../kit/access.tsx'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { SwitchField, useEntityForm } from '../kit/entity-form.tsx'
import {
  type Channel,
  type ChannelKind,
  channelRefusals,
  deleteChannel,
  fieldsOf,
  kinds,
  saveChannel,
  typeNames,
} from './api.ts'

type Props = { kind: ChannelKind; channel: Channel | null; onClose: () => void }

/** A broadcaster or provider, new or to be changed. */
export function ChannelDialog({ kind, channel, onClose }: Props) {
  const texts = kinds[kind]
  const { isAdmin } = useStaff()
  // As the form was begun: that is what tells of changes by others.
  const [begun] = useState(channel)
  const [deleting, setDeleting] = useState(false)
  const form = useEntityForm({
    schema: channelForm,
    initial: fieldsOf(kind, channel),
    save: (fields) => saveChannel(kind, begun, fields),
    onSaved: () => {
      showToast({ title: `${texts.one} gespeichert` })
      onClose()
    },
    refusals: channelRefusals,
    fieldRefusals: { name_taken: ['name', texts.taken], '23505': ['name', texts.taken] },
  })
  if (deleting && begun)
    return <DeleteChannel kind={kind} channel={begun} onDeleted={onClose} onClose={() => setDeleting(false)} />
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
        <FormFoot action={form.action} submit="Speichern" working="Wird gespeichert …">
          {channel && isAdmin && (
            <Button variant="danger" onClick={() => setDeleting(true)} disabled={form.action.busy}>
              Löschen
            </Button>
          )}
        </FormFoot>
      </form>
    </FormDialog>
  )
}

type DeleteProps = { kind: ChannelKind; channel: Channel; onDeleted: () => void; onClose: () => void }

/** Says what uses a broadcaster or provider before it is deleted. */
function DeleteChannel({ kind, channel, onDeleted, onClose }: DeleteProps) {
  return (
    <ConfirmDialog
      title={`${channel.name} löschen?`}
      text={`${whatLosesIt(channel)} Soll er nur nicht mehr angeboten werden, schalte ihn auf inaktiv.`}
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

/** What becomes of those that use a channel when it is deleted. */
function whatLosesIt({ formats, events }: Pick<Channel, 'formats' | 'events'>): string {
  const parts = [
    formats > 0 && `${times(formats, 'Format steht', 'Formate stehen')} dann ohne da.`,
    events > 0 && `${times(events, 'Termin behält', 'Termine behalten')} den Namen als Text.`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' ') : 'Kein Format und kein Termin hängt daran.'
}
