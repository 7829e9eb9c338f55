import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { warningsThatSuggestBan, warningWindowDays } from '@hot/domain/moderation/case-rules'
import { groundText } from '@hot/domain/moderation/grounds'
import { reportReasonTexts } from '@hot/domain/moderation/report-rules'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { moderationRequest } from '#web/entities/post/content-requests.tsx'
import { PostTypeBadge } from '#web/entities/post/post-badges.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Badge } from '#web/ui/data/stat.tsx'
import { Callout } from '#web/ui/feedback/state.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useStaff } from '../kit/access.tsx'
import { PickBox } from '../kit/bulk-bar.tsx'
import { type CaseKind, contactQuery, isPossible } from './api.ts'
import { CaseClaim, CaseNotes } from './case-notes.tsx'
import {
  anonymous,
  caseName,
  countOfReports,
  countOfWarnings,
  goneText,
  outcomeText,
  spamWords,
  thingOf,
  unknownAuthor,
  wordsOf,
} from './texts.ts'

type CaseCardProps = {
  item: ReportCase
  now: string
  /** Who else of the team has just decided about it. */
  decidedBy: string | undefined
  /** The target of the keyboard shortcuts. */
  current: boolean
  onCurrent: () => void
  onAct: (action: CaseKind) => void
  picked: boolean
  onPick: (picked: boolean) => void
  /** Asks for a note or a question. */
  onNote: () => void
}

/** Id of the card's element. */
export const caseId = (item: ReportCase): string => `case-${item.decision?.id ?? item.target_id}`

const actions: readonly CaseKind[] = ['dismiss', 'delete', 'warn', 'ban', 'spam']

/** One case: what was reported, by whom, about whom, and what can be done. */
export function CaseCard({ item, now, decidedBy, current, picked, onCurrent, onPick, onAct, onNote }: CaseCardProps) {
  const name = caseName(item)
  return (
    <article
      id={caseId(item)}
      className={classNames('case', current && 'case-current')}
      aria-current={current || undefined}
      aria-label={`${thingOf(item)}: ${item.content?.title ?? name}`}
      onFocus={onCurrent}
      onPointerDown={onCurrent}
    >
      <div className="grid min-w-0 content-start gap-2">
        <p className="flex flex-wrap items-center gap-2">
          {!item.decision && !decidedBy && <PickBox name={name} picked={picked} onPick={onPick} />}
          <Badge kind="new">{countOfReports(item.count)}</Badge>
          <span>{item.target_type === 'profile' ? 'Profil' : `${thingOf(item)} von`}</span>
          <CaseAuthor author={item.author} />
          <span className="meta">
            Gemeldet: <time dateTime={item.first_at}>{relativeTime(item.first_at, now)}</time>
          </span>
          <CaseClaim claim={item.claim} />
        </p>
        <CaseContent item={item} now={now} />
        {item.decision ? <CaseDecision decision={item.decision} now={now} /> : <BanSuggestion author={item.author} />}
      </div>
      <div className="grid min-w-0 content-start gap-3">
        <CaseReports item={item} now={now} />
        <CaseNotes notes={item.notes} now={now} />
        {decidedBy && <DecidedByOther by={decidedBy} />}
        {!item.decision && !decidedBy && (
          <div className="case-actions">
            {actions.map((action) => (
              <ActionButton key={action} action={action} item={item} name={name} onAct={onAct} />
            ))}
            <Button small aria-label={`Notiz, Rückfrage: ${name}`} onClick={onNote}>
              Notiz, Rückfrage{' '}
              <span className="case-key" aria-hidden="true">
                N
              </span>
            </Button>
            <Button
              small
              aria-label={`Mehr Möglichkeiten: ${name}`}
              onClick={() => moderationRequest.request({ type: item.target_type, id: item.target_id })}
            >
              Mehr …
            </Button>
          </div>
        )}
      </div>
    </article>
  )
}

type ActionProps = { action: CaseKind; item: ReportCase; name: string; onAct: (action: CaseKind) => void }

/** The accessible name includes the title, for context without the card. */
function ActionButton({ action, item, name, onAct }: ActionProps) {
  if (!isPossible(item, action)) return null
  const { button, key } = action === 'spam' ? spamWords : wordsOf(item, action)
  return (
    <Button
      small
      variant={action === 'delete' ? 'danger' : 'plain'}
      aria-label={`${button}: ${name}`}
      onClick={() => onAct(action)}
    >
      {button}{' '}
      <span className="case-key" aria-hidden="true">
        {key}
      </span>
    </Button>
  )
}

/** The author and their record of sanctions. */
export function CaseAuthor({ author }: { author: ReportCase['author'] }) {
  if (!author) return <b>{unknownAuthor}</b>
  return (
    <>
      <MemberName member={author.member} />
      {author.role !== 'user' && <Badge kind="new">Team</Badge>}
      {author.is_banned && <Badge>Gesperrt</Badge>}
      {author.warnings > 0 && <Badge kind="outline">{countOfWarnings(author.warnings)}</Badge>}
    </>
  )
}

/** Suggests a ban after three warnings in 90 days; nothing is banned automatically. */
function BanSuggestion({ author }: { author: ReportCase['author'] }) {
  if (!author || author.warnings < warningsThatSuggestBan || author.is_banned) return null
  return (
    <Callout kind="warn">
      {countOfWarnings(author.warnings)} in {warningWindowDays} Tagen. Prüf, ob eine Sperre angemessen ist.
    </Callout>
  )
}

type ShownContent = Pick<ReportCase, 'content' | 'profile' | 'target_id' | 'target_type'> &
  Partial<Pick<ReportCase, 'decision'>>

/** The content in context: a comment below what it replies to. */
export function CaseContent({ item, now }: { item: ShownContent; now: string }) {
  const { content, profile, decision = null } = item
  if (profile) return <CaseProfile profile={profile} decided={decision} />
  if (!content)
    return (
      <div className="case-content">
        <p className="text-ink-2">{goneText(item)}</p>
        {decision?.excerpt && <blockquote className="case-above wrap-anywhere">{decision.excerpt}</blockquote>}
      </div>
    )
  return (
    <div className="case-content">
      <p className="flex flex-wrap items-center gap-2">
        <PostTypeBadge type={content.type} />
        <CaseLink item={item} />
        <time className="meta" dateTime={content.written_at}>
          {relativeTime(content.written_at, now)}
        </time>
      </p>
      {content.above && (
        <blockquote className="case-above wrap-anywhere">
          <UserText text={content.above} />
        </blockquote>
      )}
      {content.text && (
        <p className="case-text wrap-anywhere">
          <UserText text={content.text} />
        </p>
      )}
      {content.options && (
        <ul className="case-options">
          {content.options.map((option) => (
            <li key={option}>{option}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

type CaseProfileProps = { profile: NonNullable<ReportCase['profile']>; decided: ReportCase['decision'] }

/** The reported profile as it is now; after a decision also what it was. */
function CaseProfile({ profile: { member, bio }, decided }: CaseProfileProps) {
  return (
    <div className="case-content">
      <p className="flex flex-wrap items-center gap-3">
        <Avatar id={member.id} name={member.nickname} src={member.avatar_url} size={88} />
        <MemberName member={member} />
      </p>
      {bio && (
        <p className="case-text wrap-anywhere whitespace-pre-line">
          <UserText text={bio} />
        </p>
      )}
      {decided?.excerpt && <blockquote className="case-above wrap-anywhere">{decided.excerpt}</blockquote>}
    </div>
  )
}

/** Only approved posts have a public page. */
function CaseLink({ item: { content, target_id, target_type } }: { item: ShownContent }) {
  if (!content) return null
  if (content.status !== 'approved') return <b className="wrap-anywhere">{content.title}</b>
  const isComment = target_type === 'comment'
  return (
    <Link
      to={postPath(content)}
      {...(isComment && { search: { kommentar: target_id }, hash: `kommentar-${target_id}` })}
      className="link wrap-anywhere"
    >
      {content.title}
    </Link>
  )
}

function CaseDecision({ decision, now }: { decision: NonNullable<ReportCase['decision']>; now: string }) {
  return (
    <div className="callout">
      <p>
        <b>{outcomeText(decision)}</b>
        <span>{` von ${decision.decided_by ?? 'jemandem aus dem Team'} ·`}</span>{' '}
        <time dateTime={decision.decided_at}>{relativeTime(decision.decided_at, now)}</time>
      </p>
      <p className="whitespace-pre-line wrap-anywhere">{decision.reason}</p>
      {decision.rule && <p className="meta">{groundText(decision.rule)}</p>}
    </div>
  )
}

/** Who reported it and why. Moderators see names; admins also addresses, if they ask. */
function CaseReports({ item: { reports, count }, now }: { item: ReportCase; now: string }) {
  return (
    <ul className="case-reports" aria-label="Meldungen">
      {reports.map((report) => (
        <li key={report.id}>
          <b>{reportReasonTexts[report.reason]}</b>
          <span className="meta">
            {' '}
            von <Reporter report={report} />
            <span>{`${report.is_subject ? ', um wen es geht' : ''},`}</span>{' '}
            <time dateTime={report.created_at}>{relativeTime(report.created_at, now)}</time>
          </span>
          {report.is_child_abuse && (
            <>
              {' '}
              <Badge kind="new">Kindesmissbrauch</Badge>
            </>
          )}
          {!report.is_confirmed && (
            <>
              {' '}
              <Badge kind="outline">unbestätigt</Badge>
            </>
          )}
          {report.details && <p className="whitespace-pre-line wrap-anywhere">{report.details}</p>}
        </li>
      ))}
      {count > reports.length && <li className="meta">und {count - reports.length} weitere</li>}
    </ul>
  )
}

function Reporter({ report: { id, origin, reporter, guest_name } }: { report: ReportCase['reports'][number] }) {
  if (origin !== 'person') return <span>einem Programm</span>
  if (reporter) return <MemberName member={reporter} />
  if (!guest_name) return anonymous
  return (
    <>
      <span className="wrap-anywhere">{guest_name} (Gast)</span> <GuestContact report={id} />
    </>
  )
}

/** How to answer a guest, for admins: shown when asked for, so that no address is on screen by accident. */
function GuestContact({ report }: { report: string }) {
  const { userId, isAdmin } = useStaff()
  const [asked, setAsked] = useState(false)
  const contact = useQuery({ ...contactQuery(userId, report), enabled: asked && isAdmin })
  if (!isAdmin) return null
  if (!asked || contact.isError)
    return (
      <>
        {contact.isError && <span role="status">Die Adresse konnte nicht geladen werden. </span>}
        <button type="button" className="link" onClick={() => (asked ? contact.refetch() : setAsked(true))}>
          {contact.isError ? 'Noch einmal' : 'Kontakt zeigen'}
        </button>
      </>
    )
  const email = contact.data?.email
  return (
    <span role="status">
      {email && (
        <a
          href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=Deine%20Meldung%20bei%20HoT`}
          className="link wrap-anywhere"
        >
          {email}
        </a>
      )}
      <span>{!email && (contact.isPending ? 'Adresse wird geladen …' : '(Adresse gelöscht)')}</span>
    </span>
  )
}
