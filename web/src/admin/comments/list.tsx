import type { TeamComment, TeamCommentsPage } from '@hot/domain/contract/admin/reports'
import type { Ground } from '@hot/domain/moderation/grounds'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { moderationRequest } from '#web/entities/post/content-requests.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { Badge } from '#web/ui/data/stat.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { BulkBar, PickBox, usePicked } from '../kit/bulk-bar.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { CaseAuthor } from '../reports/case-card.tsx'
import { countOfReports } from '../reports/texts.ts'
import { BulkSpam } from '../users/bulk-spam.tsx'
import { authorsOf, removeComments } from './api.ts'
import '../kit/queue.css'

type ListProps = { items: readonly TeamComment[]; found: NonNullable<TeamCommentsPage['ids']>; now: string }

export const countOfComments = (count: number) => (count === 1 ? '1 Kommentar' : `${formatCount(count)} Kommentare`)

/** Comments with checkboxes, and what can be done with those that are ticked. */
export function CommentList({ items, found, now }: ListProps) {
  const { hidden, others, decide } = useDecisions()
  const picked = usePicked()
  const [asked, setAsked] = useState(false)
  const remove = async (reason: string, rule: Ground) => {
    const read = found.filter(({ id }) => picked.ids.has(id))
    const tickAgain = picked.release(read.map(({ id }) => id))
    for (const decision of removeComments(read, reason, rule))
      decide({ ...decision, onRefused: tickAgain, onUndone: tickAgain })
  }
  const authors = authorsOf(picked.ids, found)
  return (
    <>
      <BulkBar label="Mehrere Kommentare" picked={picked} found={found.map(({ id }) => id)}>
        <Button small variant="danger" onClick={() => setAsked(true)}>
          Auswahl entfernen
        </Button>
        {authors.length > 0 && <BulkSpam members={authors} onDone={() => picked.replace([])} />}
      </BulkBar>
      <ul className="queue">
        {items
          .filter(({ id }) => !hidden.has(`comment:${id}`))
          .map((item) => (
            <CommentRow
              key={item.id}
              item={item}
              now={now}
              decidedBy={others.get(`comment:${item.id}`)}
              picked={picked.ids.has(item.id)}
              onPick={(is) => picked.pick(item.id, is)}
            />
          ))}
      </ul>
      {asked && (
        <ReasonDialog
          title={`${countOfComments(picked.ids.size)} entfernen?`}
          reasons="delete"
          ground="tone"
          confirm="Entfernen"
          danger
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

type RowProps = {
  item: TeamComment
  now: string
  /** Who else of the team has just decided about it. */
  decidedBy: string | undefined
  picked: boolean
  onPick: (picked: boolean) => void
}

function CommentRow({ item, now, decidedBy, picked, onPick }: RowProps) {
  const { id, text, at, author, joined_at, is_own, post, reports } = item
  const name = `Kommentar von ${author?.member?.nickname ?? 'Unbekannt'} zu „${post.title}“`
  return (
    <li className="queue-row">
      <div className="grid min-w-0 gap-2">
        <div className="queue-top">
          {!is_own && !decidedBy && <PickBox name={name} picked={picked} onPick={onPick} />}
          <CaseAuthor author={author} />
          <span className="meta">
            <time dateTime={at}>{relativeTime(at, now)}</time>
            <span>{joined_at && `, Account: ${relativeTime(joined_at, now)}`}</span>
          </span>
          {reports > 0 && <Badge kind="new">{countOfReports(reports)}</Badge>}
        </div>
        <p className="whitespace-pre-line wrap-anywhere">
          <UserText text={text} />
        </p>
        <p>
          <CommentPlace id={id} post={post} />
        </p>
      </div>
      {decidedBy && <DecidedByOther by={decidedBy} />}
      {!is_own && !decidedBy && (
        <p>
          <Button
            small
            aria-label={`Moderieren: ${name}`}
            onClick={() => moderationRequest.request({ type: 'comment', id })}
          >
            Moderieren
          </Button>
        </p>
      )}
    </li>
  )
}

/** Only approved posts have a public page. */
export function CommentPlace({ id, post }: Pick<TeamComment, 'post'> & { id: string | null }) {
  if (post.status !== 'approved') return <b className="wrap-anywhere">{post.title}</b>
  return (
    <Link
      to={postPath(post)}
      {...(id && { search: { kommentar: id }, hash: `kommentar-${id}` })}
      className="link wrap-anywhere"
    >
      {post.title}
    </Link>
  )
}
