import {
  type DigestRhythm,
  digestRhythm,
  type OwnDigest,
  type OwnTeamMails,
} from '@hot/domain/contract/account/account'
import type { TeamAlert } from '@hot/domain/contract/account/notification-data'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Switch } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { CheckField } from '#web/ui/forms/field.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { digestQuery, teamMailsQuery } from '../api.ts'

const texts: Readonly<Record<DigestRhythm, string>> = {
  off: 'Aus',
  daily: 'Täglich um 18 Uhr',
  weekly: 'Sonntags um 18 Uhr',
}

/** How often the mail about unread notifications comes. */
export function DigestSettings() {
  const { user } = useMember()
  const query = digestQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (rhythm: DigestRhythm) => rpc('set_digest', { p_rhythm: rhythm }),
    scope: { id: 'digest' },
    networkMode: 'always',
    retry: false,
    onMutate: (rhythm) => {
      client.setQueryData<OwnDigest>(query.queryKey, { rhythm })
      return data
    },
    onError: (error, _rhythm, before) => {
      client.setQueryData<OwnDigest>(query.queryKey, before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
  if (isError && !data)
    return <ErrorState title="Die Zusammenfassung konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  return (
    <div className="grid gap-3">
      <p className="meta">
        Eine Mail mit dem, was du noch nicht gelesen hast: Antworten, Erwähnungen, Neues von allem, dem du folgst. Gibt
        es nichts, kommt keine.
      </p>
      <select
        aria-label="Zusammenfassung per Mail"
        className="field-input w-auto max-w-64"
        value={data.rhythm}
        onChange={({ target }) => mutate(digestRhythm.parse(target.value))}
      >
        {digestRhythm.options.map((rhythm) => (
          <option key={rhythm} value={rhythm}>
            {texts[rhythm]}
          </option>
        ))}
      </select>
    </div>
  )
}

type TeamMails = NonNullable<OwnTeamMails>
type Alert = TeamMails['alerts'][number]

const alertNames: Record<TeamAlert, string> = {
  illegal_content: 'Meldung: illegaler Inhalt',
  false_claim: 'Meldung: falsche Behauptung über jemanden',
  privacy: 'Meldung: Privatsphäre',
  appeal: 'Einspruch',
  answer: 'Antwort auf eine Rückfrage',
  star_door: 'Ein Star meldet sich',
  concern: 'Anliegen von Menschen, um die es geht',
  queue: 'Etwas bleibt zu lange liegen',
  away: 'Niemand vom Team war da',
  job: 'Im Hintergrund scheitert etwas',
  mail: 'Mails kommen nicht an',
}

const saved = ({ alerts, briefing, weekly }: TeamMails) =>
  rpc('admin_set_team_mails', {
    p_alerts: Object.fromEntries(alerts.map(({ alert, app, mail }) => [alert, { app, mail }])),
    p_briefing: briefing,
    p_weekly: weekly,
  })

/** For the team: of what one hears, and how. Nothing for others. */
export function TeamMailSettings() {
  const { user } = useMember()
  const query = teamMailsQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: saved,
    scope: { id: 'team-mails' },
    networkMode: 'always',
    retry: false,
    onMutate: (wanted) => {
      client.setQueryData<OwnTeamMails>(query.queryKey, wanted)
      return data
    },
    onError: (error, _wanted, before) => {
      client.setQueryData<OwnTeamMails>(query.queryKey, before)
      showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) })
    },
  })
  if (data === null) return null
  return (
    <section aria-labelledby="team-mails">
      <SectionHead id="team-mails" title="Team-Mails" />
      {isError && !data && (
        <ErrorState title="Die Team-Mails konnten nicht geladen werden" onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton className="h-24" />}
      {data && <Choices mails={data} onChange={mutate} />}
    </section>
  )
}

function Choices({ mails, onChange }: { mails: TeamMails; onChange: (wanted: TeamMails) => void }) {
  const set = (changed: Alert) =>
    onChange({ ...mails, alerts: mails.alerts.map((one) => (one.alert === changed.alert ? changed : one)) })
  return (
    <div className="grid gap-6">
      <div className="grid gap-3">
        <p>
          <b>Sofort</b> <span className="meta">Dieselbe Sache meldet sich höchstens einmal am Tag.</span>
        </p>
        {mails.alerts.map((one) => (
          <AlertChoice key={one.alert} alert={one} onChange={set} />
        ))}
      </div>
      <Choice
        title="Lagebericht"
        text="Morgens um 7: was auf eine Entscheidung wartet, was heute läuft, was auffällt. Gibt es nichts, kommt keiner."
        checked={mails.briefing}
        onChange={(briefing) => onChange({ ...mails, briefing })}
      />
      {mails.weekly !== null && (
        <Choice
          title="Wochenbericht"
          text="Montags um 7: die Zahlen der Woche neben denen der Woche davor, und worüber am meisten geredet wurde."
          checked={mails.weekly}
          onChange={(weekly) => onChange({ ...mails, weekly })}
        />
      )}
    </div>
  )
}

function AlertChoice({ alert: one, onChange }: { alert: Alert; onChange: (changed: Alert) => void }) {
  return (
    <fieldset className="flex flex-wrap gap-x-6">
      <legend>{alertNames[one.alert]}</legend>
      <CheckField label="Benachrichtigung" value={one.app} onChange={(app) => onChange({ ...one, app })} />
      <CheckField label="Mail" value={one.mail} onChange={(mail) => onChange({ ...one, mail })} />
    </fieldset>
  )
}

type ChoiceProps = { title: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

function Choice({ title, text, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch id={id} aria-describedby={`${id}-text`} checked={checked} onChange={onChange} />
      <p>
        <label htmlFor={id}>
          <b>{title}</b>
        </label>
        <span id={`${id}-text`} className="meta block">
          {text}
        </span>
      </p>
    </div>
  )
}
