import type { OwnTeamMails } from '@hot/domain/contract/account/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Switch } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from '../account-layout.tsx'
import { teamMailsQuery } from '../api.ts'

type TeamMails = NonNullable<OwnTeamMails>

/** For the team: which mails about its work one gets. Nothing for others. */
export function TeamMailSettings() {
  const { user } = useMember()
  const query = teamMailsQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ urgent, briefing }: TeamMails) =>
      rpc('admin_set_team_mails', { p_urgent: urgent, p_briefing: briefing }),
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
      {data && (
        <div className="grid gap-4">
          <Choice
            title="Eiliges"
            text="Illegale Inhalte, Meldungen über Menschen, Einsprüche; und wenn etwas liegen bleibt oder scheitert. Sofort."
            checked={data.urgent}
            onChange={(urgent) => mutate({ ...data, urgent })}
          />
          <Choice
            title="Lagebericht"
            text="Morgens um 7: was auf eine Entscheidung wartet, was heute läuft, was auffällt. Gibt es nichts, kommt keiner."
            checked={data.briefing}
            onChange={(briefing) => mutate({ ...data, briefing })}
          />
        </div>
      )}
    </section>
  )
}

type ChoiceProps = { title: string; text: string; checked: boolean; onChange: (checked: boolean) => void }

function Choice({ title, text, checked, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <Switch aria-labelledby={id} aria-describedby={`${id}-text`} checked={checked} onChange={onChange} />
      <p>
        <b id={id}>{title}</b>
        <span id={`${id}-text`} className="meta block">
          {text}
        </span>
      </p>
    </div>
  )
}
