import { siteYouth, youthEffects } from '@hot/domain/chart/site-youth'
import type { AdminSettings } from '@hot/domain/contract/admin/settings'
import { domainsOf, type SettingsFields, settingsForm, storedSettings } from '@hot/domain/settings/settings-form'
import { berlinDay, berlinTime } from '@hot/domain/time/berlin-time'
import { longDateTime, longDay } from '@hot/domain/time/german-date'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField, TextAreaField, TextField } from '#web/ui/forms/field.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useStaff } from '../kit/access.tsx'
import type { FieldTexts } from '../kit/conflict/use-conflict.ts'
import { ConfirmDialog } from '../kit/dialogs.tsx'
import { ConflictOf, EntityForm, useEntityForm } from '../kit/entity-form.tsx'
import { AdminHead } from '../kit/screen.tsx'

const settingsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['admin', userId, 'settings'],
    queryFn: ({ signal }) => rpc('admin_settings_page', {}, signal),
    staleTime: 0,
    meta: { personal: true },
  })

export const settingsFields = (settings: AdminSettings): SettingsFields => ({
  signupMode: settings.signup_mode,
  domains: settings.extra_mail_domains.join('\n'),
  afterPosts: String(settings.auto_approve_after_posts),
  warningDays: String(settings.auto_approve_warning_days),
  postsQuota: String(settings.posts_quota),
  votesQuota: String(settings.votes_quota),
  alertAfterHours: String(settings.alert_after_hours),
  awayAfterHours: String(settings.away_after_hours),
})

/** Arguments of `admin_save_settings`; `seen` is the version the form was filled from. */
export const saveArguments = (fields: SettingsFields, seen: string) => ({
  p_seen: seen,
  p_values: {
    signup_mode: fields.signupMode,
    extra_mail_domains: domainsOf(fields.domains),
    auto_approve_after_posts: Number(fields.afterPosts),
    auto_approve_warning_days: Number(fields.warningDays),
    posts_quota: Number(fields.postsQuota),
    votes_quota: Number(fields.votesQuota),
    alert_after_hours: Number(fields.alertAfterHours),
    away_after_hours: Number(fields.awayAfterHours),
  },
})

/** Throws DataError if someone changed the settings in the meantime. */
const saveSettings = (fields: SettingsFields, seen: string) => rpc('admin_save_settings', saveArguments(fields, seen))

/** `/admin/settings`: settings an admin can change at runtime. */
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
      {data?.youth && <YouthSection youth={data.youth} onEnded={refetch} />}
      {data && <SettingsForm saved={data} />}
    </>
  )
}

const modes = {
  open: 'Jede:r mit einer erlaubten Adresse kann sich registrieren.',
  invite: 'Nur mit Einladungscode. Wer über Google oder Apple kommt, liest nur, bis ein Code eingelöst ist.',
} as const

const number = { inputMode: 'numeric', maxLength: 6 } as const

const signupNames = { open: 'Alle', invite: 'Nur mit Einladung' } as const

/** How the settings are called in a conflict. */
const settingsTexts: FieldTexts<SettingsFields> = {
  signupMode: ['Wer darf sich registrieren?', (mode) => signupNames[mode]],
  domains: 'Weitere erlaubte E-Mail-Domains',
  afterPosts: 'Ab so vielen freigegebenen Beiträgen',
  warningDays: 'Und so viele Tage ohne Verwarnung',
  postsQuota: 'Beiträge, Kommentare und Meldungen',
  votesQuota: 'Stimmen, Reaktionen und Fans',
  alertAfterHours: 'Nach so vielen Stunden meldet es sich beim Team',
  awayAfterHours: 'Nach so vielen Stunden ohne Team wird gebremst',
}

function SettingsForm({ saved: given }: { saved: AdminSettings }) {
  // The version the form was filled from: a refetch must neither empty the form nor make it look current.
  const [saved, setSaved] = useState(given)
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const form = useEntityForm({
    schema: settingsForm,
    initial: settingsFields(saved),
    save: (fields) => saveSettings(fields, saved.updated_at),
    onSaved: (now) => {
      setSaved(now)
      form.reset(settingsFields(now))
      queryClient.setQueryData(settingsQuery(userId).queryKey, now)
      showToast({ title: 'Einstellungen gespeichert' })
    },
    shared: {
      texts: settingsTexts,
      stored: storedSettings,
      load: async () => {
        const now = await rpc('admin_settings_page', {})
        const by = now.updated_by?.nickname ?? null
        return { fields: settingsFields(now), at: now.updated_at, by, take: () => void setSaved(now) }
      },
    },
    affects: [['sign-up-settings']],
  })
  const mode = form.input('signupMode')
  return (
    <EntityForm form={form} className="grid max-w-160 gap-8">
      <section className="grid gap-4">
        <SectionHead title="Registrierung" />
        <SelectField label="Wer darf sich registrieren?" hint={modes[mode.value]} {...mode}>
          <option value="open">{signupNames.open}</option>
          <option value="invite">{signupNames.invite}</option>
        </SelectField>
        <TextAreaField
          label="Weitere erlaubte E-Mail-Domains"
          hint="Eine je Zeile, zusätzlich zu Gmail, GMX, Web.de und den anderen festen Anbietern."
          rows={3}
          {...form.input('domains')}
        />
      </section>
      <section className="grid gap-4">
        <SectionHead title="Beiträge ohne Warteschlange" />
        <TextField
          label="Ab so vielen freigegebenen Beiträgen"
          hint="Wer sie hat, veröffentlicht sofort. 0 heißt: alle."
          {...form.input('afterPosts')}
          {...number}
        />
        <TextField
          label="Und so viele Tage ohne Verwarnung"
          hint="0 heißt: Verwarnungen zählen dafür nicht."
          {...form.input('warningDays')}
          {...number}
        />
      </section>
      <section className="grid gap-4">
        <SectionHead title="Grenzen je Mitglied in fünf Minuten" />
        <TextField label="Beiträge, Kommentare und Meldungen" {...form.input('postsQuota')} {...number} />
        <TextField label="Stimmen, Reaktionen und Fans" {...form.input('votesQuota')} {...number} />
      </section>
      <section className="grid gap-4">
        <SectionHead title="Wenn etwas liegen bleibt" />
        <TextField
          label="Nach so vielen Stunden meldet es sich beim Team"
          hint="Beiträge, Meldungen und Einsprüche ohne Entscheidung. Ob auch per Mail, steht im Account unter „Team-Mails“."
          {...form.input('alertAfterHours')}
          {...number}
        />
        <TextField
          label="Nach so vielen Stunden ohne Team wird gebremst"
          hint="Beiträge neuer Leute warten dann immer, Kommentare gehen langsamer. Die nächste Entscheidung beendet das. 0 heißt: nie."
          {...form.input('awayAfterHours')}
          {...number}
        />
      </section>
      <ConflictOf form={form} />
      <FormFooter action={form.action} submit="Speichern" disabled={!form.isUnsaved}>
        <p className="meta">
          {`Zuletzt geändert am ${longDay(berlinDay(saved.updated_at))}, ${berlinTime(saved.updated_at).slice(0, 5)}${saved.updated_by ? ` von ${saved.updated_by.nickname}` : ''}`}
        </p>
      </FormFooter>
    </EntityForm>
  )
}

type Props = {
  youth: NonNullable<AdminSettings['youth']>
  onEnded: () => Promise<unknown>
}

/** What is easier in the first weeks of the site, until when, and the button that ends it before. */
export function YouthSection({ youth, onEnded }: Props) {
  const [asks, setAsks] = useState(false)
  return (
    <section className="mb-8 grid max-w-160 gap-4" aria-labelledby="anlaufzeit">
      <SectionHead id="anlaufzeit" title="Anlaufzeit" />
      <p>
        {`Deine Seite ist neu. Bis zum ${longDateTime(youth.until)}, oder bis ${siteYouth.members} Mitglieder ihre Adresse bestätigt haben, ist manches leichter. Bisher ${youth.members === 1 ? 'ist' : 'sind'} es ${countOf(youth.members, 'Mitglied', 'Mitglieder')}. Sie endet von selbst.`}
      </p>
      <ul className="list-disc pl-5">
        {youthEffects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <div>
        <Button onClick={() => setAsks(true)}>Anlaufzeit beenden</Button>
      </div>
      {asks && (
        <ConfirmDialog
          title="Anlaufzeit beenden?"
          text="Danach gilt, was sonst gilt, und sie kommt nicht wieder. Stimmen von Konten, die noch keinen Tag alt sind, zählen erst, wenn sie es sind. Stars und Spürnasen mit zu wenigen Stimmen fallen aus den Listen, bis es genug sind. Verloren geht keine Stimme."
          confirm="Beenden"
          onConfirm={() => rpc('admin_end_youth', {})}
          onDone={() => {
            showToast({ title: 'Anlaufzeit beendet' })
            return onEnded()
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </section>
  )
}
