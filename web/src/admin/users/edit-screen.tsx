import type { AdminDecision } from '@hot/domain/contract/admin/users'
import { writtenAmounts } from '@hot/domain/moderation/decision-texts'
import { memberPath } from '@hot/domain/url/paths'
import { uuidPattern } from '@hot/domain/url/search-param'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge, Stat } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { Callout, EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useStaff } from '../kit/access.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { AdminHead, type ScreenProps } from '../kit/screen.tsx'
import { usersPath } from '../paths.ts'
import { type MemberPartProps, type MemberRecord, userQuery, usersKey } from './api.ts'
import { DeleteMember, MemberBan, MemberName, MemberRoleForm, MemberSessions } from './member-actions.tsx'
import { SpamDialog } from './spam-dialog.tsx'
import { decisionName, memberName, moment, severityNames } from './texts.ts'

const cap = (value: number) => (value >= 1000 ? '1.000+' : formatCount(value))

/** `/admin/users/edit/:id`: a member's record and all actions of admins on it. */
export default function UserScreen({ id }: ScreenProps) {
  return uuidPattern.test(id) ? <Found id={id} /> : <Nobody />
}

function Nobody() {
  return (
    <EmptyState emoji="🫥" title="Dieses Mitglied gibt es nicht." text="Vielleicht wurde der Account gelöscht.">
      <Link to={usersPath} className={buttonClass()}>
        Alle Nutzer
      </Link>
    </EmptyState>
  )
}

function Found({ id }: { id: string }) {
  const { userId } = useStaff()
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(userQuery(userId, id))
  if (isError && data === undefined)
    return <ErrorState title="Das Mitglied konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div role="status" aria-label="Mitglied wird geladen">
        <Skeleton className="h-80" />
      </div>
    )
  if (data === null) return <Nobody />
  const part = {
    record: data,
    isOwn: data.member.id === userId,
    onChanged: () => queryClient.invalidateQueries({ queryKey: usersKey(userId) }),
  }
  return (
    <>
      <Head record={data} />
      <div className="grid gap-10 lg:grid-cols-2">
        <div className="grid content-start gap-8">
          <MemberName {...part} />
          <MemberRoleForm {...part} />
          <MemberBan {...part} />
          <MemberSpam {...part} />
          <MemberSessions {...part} />
          <DeleteMember {...part} />
        </div>
        <section aria-labelledby="history" className="min-w-0">
          <SectionHead id="history" title="Verlauf" />
          <MemberHistory {...part} />
        </section>
      </div>
    </>
  )
}

function Head({ record }: { record: MemberRecord }) {
  const { member } = record
  return (
    <>
      <AdminHead title={memberName(member)} intro={<span className="wrap-anywhere">{member.email}</span>}>
        {member.slug && (
          <Link to={memberPath(member.slug)} className={buttonClass()}>
            Profil ansehen
          </Link>
        )}
        <Link to={usersPath} className={buttonClass()}>
          Alle Nutzer
        </Link>
      </AdminHead>
      <div className="stats mb-6">
        <Stat value={cap(record.posts)}>Beiträge</Stat>
        <Stat value={cap(record.comments)}>Kommentare</Stat>
        <Stat value={formatCount(member.karma)}>Karma</Stat>
        <Stat value={formatCount(record.warnings)}>Verwarnungen in 90 Tagen</Stat>
      </div>
      <dl className="meta mb-8 grid gap-1 [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-2 [&_dt]:font-bold">
        <Line term="Dabei seit">{moment(member.created_at)}</Line>
        <Line term="Anmeldung über">{member.provider_type === 'email' ? 'E-Mail' : member.provider_type}</Line>
        <Line term="Adresse bestätigt">{record.confirmed ? 'ja' : 'nein'}</Line>
        <Line term="Zwei-Faktor">{record.two_factor ? 'an' : 'aus'}</Line>
        <Line term="Zuletzt angemeldet">{record.last_sign_in_at ? moment(record.last_sign_in_at) : 'noch nie'}</Line>
        {record.invited_at && <Line term="Eingeladen">{moment(record.invited_at)}</Line>}
        {record.invite_code && <Line term="Einladungscode">{record.invite_code}</Line>}
        {member.needs_invite && <Line term="Schreiben">erst mit Einladungscode</Line>}
      </dl>
    </>
  )
}

function Line({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const targets = { post: 'Beitrag', comment: 'Kommentar', profile: 'Account' } as const

/** Staff decisions about a member, latest first. Those of the last 30 days that still stand can be taken back. */
function MemberHistory({ record: { history }, isOwn, onChanged }: MemberPartProps) {
  const [asked, setAsked] = useState<AdminDecision | null>(null)
  const takeBack = async (reason: string) => {
    if (!asked) return
    await rpc('admin_take_back', { p_id: asked.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Zurückgenommen. Das Mitglied erfährt davon.' })
  }
  if (history.length === 0) return <p className="meta">Keine Verwarnung, keine Sperre, nichts entfernt.</p>
  return (
    <>
      <ul>
        {history.map((decision) => (
          <li key={decision.id} className="grid gap-1 border-t border-rule py-3 first:border-t-0">
            <p className="flex flex-wrap items-center gap-2">
              <Badge>{decisionName(decision)}</Badge>
              <span className="meta">
                {`${targets[decision.target_type]}${decision.severity ? `, ${severityNames[decision.severity]}` : ''}${decision.action === 'banned' ? (decision.ban_duration_days ? `, ${decision.ban_duration_days} Tage` : ', auf Dauer') : ''}`}
              </span>
            </p>
            {decision.excerpt && <p className="wrap-anywhere">„{decision.excerpt}“</p>}
            <p className="wrap-anywhere">{decision.reason}</p>
            <p className="meta">
              <span>{`${decision.by?.nickname ?? 'Unbekannt'},`}</span>{' '}
              <time dateTime={decision.created_at}>{moment(decision.created_at)}</time>
            </p>
            {decision.can_lift && !isOwn && (
              <p>
                <Button small onClick={() => setAsked(decision)}>
                  Zurücknehmen
                </Button>
              </p>
            )}
          </li>
        ))}
      </ul>
      {history.length === 100 && <p className="meta">Ältere Einträge stehen in der Aktivität.</p>}
      {asked && (
        <ReasonDialog
          title="Entscheidung zurücknehmen?"
          description="Was entfernt wurde, steht wieder da, eine Verwarnung zählt nicht mehr, eine Sperre endet. Das Mitglied bekommt deinen Grund."
          reasons="take_back"
          confirm="Zurücknehmen"
          onConfirm={takeBack}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

/** The spam of an account: removing it in one step, and restoring it within 30 days. */
function MemberSpam({ record: { member, spam }, isOwn, onChanged }: MemberPartProps) {
  const [asking, setAsking] = useState<'remove' | 'restore' | null>(null)
  const close = () => setAsking(null)
  const restore = async (reason: string) => {
    const restored = await rpc('admin_restore_spam', { p_id: member.id, p_reason: reason })
    await onChanged()
    showToast({ title: 'Wiederhergestellt', text: `Wieder da: ${writtenAmounts(restored)}.` })
  }
  if (isOwn || (member.role !== 'user' && !spam)) return null
  return (
    <section aria-labelledby="spam">
      <SectionHead id="spam" title="Spam" />
      {spam && (
        <div className="mb-3">
          <Callout>
            <p>
              Als Spam entfernt am {moment(spam.removed_at)}: {writtenAmounts(spam)}. Dreißig Tage lang lässt sich das
              zurücknehmen.
            </p>
            <p className="mt-2">
              <Button small onClick={() => setAsking('restore')}>
                Alles wiederherstellen
              </Button>
            </p>
          </Callout>
        </div>
      )}
      <p className="mb-3">Sperrt auf Dauer und entfernt jeden Beitrag und jeden Kommentar dieses Accounts.</p>
      <Button variant="danger" onClick={() => setAsking('remove')}>
        Spam: alles entfernen
      </Button>
      {asking === 'remove' && <SpamDialog members={[member.id]} onClose={close} />}
      {asking === 'restore' && (
        <ReasonDialog
          title="Sperre aufheben und alles wiederherstellen?"
          reasons="restore_spam"
          confirm="Wiederherstellen"
          onConfirm={restore}
          onClose={close}
        />
      )}
    </section>
  )
}
