import type { AdminSettings } from '@hot/domain/contract/admin/settings'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { useAction } from '#web/lib/api/rpc/use-action.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { FormFoot } from '#web/ui/forms/form-footer.tsx'
import { SelectField } from '#web/ui/forms/select-field.tsx'
import { TextAreaField } from '#web/ui/forms/text-area-field.tsx'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { UnsavedGuard } from '#web/ui/forms/unsaved-guard.tsx'
import { useMistakeFocus } from '#web/ui/forms/use-mistake-focus.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { useStaff } from '../kit/access.tsx'
import { AdminHead } from '../kit/screen.tsx'
import { draftOf, type Mistakes, mistakesIn, type SettingsDraft, savedArguments } from './fields.ts'

const settingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'settings'],
    queryFn: ({ signal }) => rpc('admin_settings_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

/** `/admin/settings`: what an admin may change while the site runs. */
export default function SettingsScreen() {
  const { userId } = useStaff()
  const { data, isError, refetch } = useQuery(settingsQuery(userId))
  return (
    <>
      <AdminHead title="Einstellungen" intro="Gilt für alle, sobald du speicherst." />
      {isError && !data && (
        <ErrorState title="Die Einstellungen konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!data && !isError && (
        <div role="status" aria-label="Einstellungen werden geladen">
          <Skeleton className="h-80" />
        </div>
      )}
      {data && <SettingsForm key={data.updated_at} saved={data} onReload={refetch} />}
    </>
  )
}

const refusals = {
  not_allowed: 'Das dürfen nur Admins.',
  settings_changed:
    'Jemand hat die Einstellungen inzwischen geändert. Lade sie neu und trag deine Änderung noch einmal ein.',
  mail_domain: 'Eine der Domains stimmt nicht. Schreib sie wie firma.de, eine je Zeile.',
}

const modes = {
  open: 'Jede:r mit einer erlaubten Adresse kann sich registrieren.',
  invite: 'Nur mit Einladungscode. Wer über Google oder Apple kommt, liest nur, bis ein Code eingelöst ist.',
} as const

type SettingsFormProps = { saved: AdminSettings; onReload: () => unknown }

function SettingsForm({ saved, onReload }: SettingsFormProps) {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const action = useAction(refusals)
  const { form, focusMistake } = useMistakeFocus()
  const [draft, setDraft] = useState(() => draftOf(saved))
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const isChanged = JSON.stringify(draft) !== JSON.stringify(draftOf(saved))
  const set = (field: keyof SettingsDraft) => (event: { target: { value: string } }) =>
    setDraft({ ...draft, [field]: event.target.value })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found = mistakesIn(draft)
    setMistakes(found)
    if (Object.keys(found).length > 0) return focusMistake()
    await action.run(async () => {
      const now = await rpc('admin_save_settings', savedArguments(draft, saved.updated_at))
      queryClient.setQueryData(['admin', userId, 'settings'], now)
      await queryClient.invalidateQueries({ queryKey: ['sign-up-settings'] })
      showToast({ title: 'Einstellungen gespeichert' })
    })
  }
  const number = (field: 'afterPosts' | 'warningDays' | 'postsQuota' | 'votesQuota') => ({
    inputMode: 'numeric' as const,
    maxLength: 6,
    value: draft[field],
    error: mistakes[field],
    onChange: set(field),
  })
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid max-w-160 gap-8">
      <section className="grid gap-4">
        <SectionHead title="Registrierung" />
        <SelectField
          label="Wer darf sich registrieren?"
          hint={modes[draft.signupMode]}
          value={draft.signupMode}
          onChange={set('signupMode')}
        >
          <option value="open">Alle</option>
          <option value="invite">Nur mit Einladung</option>
        </SelectField>
        <TextAreaField
          label="Weitere erlaubte E-Mail-Domains"
          hint="Eine je Zeile, zusätzlich zu Gmail, GMX, Web.de und den anderen festen Anbietern."
          rows={3}
          value={draft.domains}
          error={mistakes.domains}
          onChange={set('domains')}
        />
      </section>
      <section className="grid gap-4">
        <SectionHead title="Beiträge ohne Warteschlange" />
        <TextField
          label="Ab so vielen freigegebenen Beiträgen"
          hint="Wer sie hat, veröffentlicht sofort. 0 heißt: alle."
          {...number('afterPosts')}
        />
        <TextField
          label="Und so viele Tage ohne Verwarnung"
          hint="0 heißt: Verwarnungen zählen dafür nicht."
          {...number('warningDays')}
        />
      </section>
      <section className="grid gap-4">
        <SectionHead title="Grenzen je Mitglied in fünf Minuten" />
        <TextField label="Beiträge, Kommentare und Meldungen" {...number('postsQuota')} />
        <TextField label="Stimmen, Reaktionen und Fans" {...number('votesQuota')} />
      </section>
      <FormFoot action={action} submit="Speichern" disabled={!isChanged}>
        {action.failure && <Button onClick={onReload}>Neu laden</Button>}
        <p className="meta">
          Zuletzt geändert am {longDay(berlinDay(saved.updated_at))}, {berlinTime(saved.updated_at).slice(0, 5)}
          {saved.updated_by && ` von ${saved.updated_by.nickname}`}
        </p>
      </FormFoot>
      <UnsavedGuard isUnsaved={isChanged && !action.busy} />
    </form>
  )
}
