import { broadcasterTypes, type ChannelFields, channelForm, channelNameMax } from '@hot/domain/format/channel-form'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { ColorField } from '#web/ui/color/color-field.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useCheckedForm } from '#web/ui/forms/use-checked-form.ts'
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx'
import { useStaff } from '../frame/staff.tsx'
import {
  type Channel,
  type ChannelKind,
  channelRefusals,
  fieldsOf,
  kinds,
  saveArguments,
  typeNames,
} from './channel-kinds.ts'
import { DeleteChannel } from './delete-channel.tsx'

type Props = { kind: ChannelKind; channel: Channel | null; onClose: () => void }

/** A broadcaster or provider, new or to be changed. */
export function ChannelDialog({ kind, channel, onClose }: Props) {
  const words = kinds[kind]
  const { isAdmin } = useStaff()
  const client = useQueryClient()
  // As the form was begun: that is what tells of changes by others.
  const [begun] = useState(channel)
  const [deleting, setDeleting] = useState(false)
  const { fields, set, mistakes, check, refuse, form } = useCheckedForm<ChannelFields>(
    fieldsOf(kind, channel),
    channelForm,
  )
  const action = useAction(channelRefusals)
  const activeId = useId()

  const save = async (checked: ChannelFields) => {
    await rpc(words.save, saveArguments(kind, begun, checked))
    showToast({ title: `${words.one} gespeichert` })
    // Formats, events and the footer show it.
    await client.invalidateQueries()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = check()
    if (!checked) return
    let saved = false
    await action.run(async () => {
      try {
        await save(checked)
        saved = true
      } catch (error) {
        const refusal = refusalOf(error)
        if (refusal !== 'name_taken' && refusal !== '23505') throw error
        refuse({ name: words.taken })
      }
    })
    if (saved) onClose()
  }
  if (deleting && begun)
    return <DeleteChannel kind={kind} channel={begun} onDeleted={onClose} onClose={() => setDeleting(false)} />
  return (
    <FormDialog wide busy={action.busy} onClose={onClose} title={channel ? words.edit : words.create}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="Name"
          name="name"
          maxLength={channelNameMax}
          autoComplete="off"
          value={fields.name}
          error={mistakes.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        {kind === 'broadcaster' && (
          <SelectField
            label="Art"
            name="type"
            value={fields.type}
            onChange={(event) => set({ type: broadcasterTypes.find((type) => type === event.target.value) ?? 'tv' })}
          >
            {broadcasterTypes.map((type) => (
              <option key={type} value={type}>
                {typeNames[type]}
              </option>
            ))}
          </SelectField>
        )}
        <TextField
          label="Website"
          name="website_url"
          type="url"
          value={fields.website_url}
          error={mistakes.website_url}
          onChange={(event) => set({ website_url: event.target.value })}
        />
        <ColorField label="Farbe" value={fields.color} error={mistakes.color} onChange={(color) => set({ color })} />
        <p className="flex items-center justify-between gap-3">
          <span id={activeId}>
            <b>Aktiv</b>{' '}
            <span className="meta">
              {kind === 'provider' ? 'Nur aktive stehen im Footer und in Filtern.' : 'Nur aktive stehen in Filtern.'}
            </span>
          </span>
          <Switch aria-labelledby={activeId} checked={fields.active} onChange={(active) => set({ active })} />
        </p>
        <FormFoot action={action} submit="Speichern" working="Wird gespeichert …">
          {channel && isAdmin && (
            <Button variant="danger" onClick={() => setDeleting(true)} disabled={action.busy}>
              Löschen
            </Button>
          )}
        </FormFoot>
      </form>
    </FormDialog>
  )
}
