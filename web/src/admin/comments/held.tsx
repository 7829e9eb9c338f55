import type { HeldComment } from '@hot/domain/contract/admin/reports'
import type { Ground } from '@hot/domain/moderation/grounds'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UserText } from '#web/entities/member/user-text.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { ErrorState } from '#web/ui/feedback/state.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { DecidedByOther } from '../decisions/bar.tsx'
import { useDecisions } from '../decisions/use-decisions.ts'
import { useStaff } from '../kit/access.tsx'
import { BulkBar, PickBox, usePicked } from '../kit/bulk-bar.tsx'
import { ReasonDialog } from '../kit/dialogs.tsx'
import { CaseAuthor } from '../reports/case-card.tsx'
import { BulkSpam } from '../users/bulk-spam.tsx'
import { SpamDialog } from '../users/spam-dialog.tsx'
import { authorsOf, decideHeld, heldQuery, type ReadComment } from './api.ts'
import { CommentPlace, countOfComments } from './list.tsx'
import '../kit/queue.css'

/** Comments that wait to be read; nothing when none does. */
export function HeldComments() {
  const { userId } = useStaff()
  const list = useInfiniteQuery(heldQuery(userId))
  if (list.isError && !list.data)
    return (
      <ErrorState title="Die wartenden Kommentare konnten nicht geladen werden" onRetry={() => void list.refetch()} />
    )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (items.length === 0) return null
  return (
    <section className="mb-8" aria-labelledby="warten">
      <SectionHead id="warten" title="Warten auf dich" />
      <p className="meta mb-2">
        Eine Regel oder ein Link hält sie zurück. Wer sie geschrieben hat, bittet um eure Entscheidung.
      </p>
      <HeldList items={items} hasMore={list.hasNextPage} />
      {list.hasNextPage && <ListFooter list={list} automatic={false} more="Mehr wartende Kommentare" />}
    </section>
  )
}

/** Whose account may be banned for it: never one of the team's. */
const spamOf = ({ id, author }: HeldComment) => ({
  id,
  author: author?.role === 'user' ? (author.member?.id ?? null) : null,
})

function HeldList({ items: listed, hasMore }: { items: readonly HeldComment[]; hasMore: boolean }) {
  const [now] = useState(() => serverInstant())
  const [rejected, setRejected] = useState<readonly ReadComment[] | null>(null)
  const [spammer, setSpammer] = useState<string | null>(null)
  const picked = usePicked()
  const decisions = useDecisions()
  const items = listed.filter(({ id }) => !decisions.hidden.has(`comment:${id}`))
  const settle = (read: readonly ReadComment[], reason: string | null, rule: Ground | null) => {
    const tickAgain = picked.release(read.map(({ id }) => id))
    for (const decision of decideHeld(read, reason, rule))
      decisions.decide({ ...decision, onRefused: tickAgain, onUndone: tickAgain })
  }
  const approve = (read: readonly ReadComment[]) => settle(read, null, null)
  const chosen = () => items.filter(({ id }) => picked.ids.has(id))
  const spammers = authorsOf(picked.ids, items.map(spamOf))
  const others = items.filter(({ is_own }) => !is_own).map(({ id }) => id)
  return (
    <>
      <BulkBar label="Mehrere wartende Kommentare" picked={picked} found={others} more={hasMore}>
        <Button small onClick={() => approve(chosen())}>
          Auswahl freigeben
        </Button>
        <Button small variant="danger" onClick={() => setRejected(chosen())}>
          Auswahl ablehnen
        </Button>
        {spammers.length > 0 && <BulkSpam members={spammers} onDone={() => picked.replace([])} />}
      </BulkBar>
      <ul className="queue">
        {items.map((item) => (
          <HeldRow
            key={item.id}
            item={item}
            now={now}
            decidedBy={decisions.others.get(`comment:${item.id}`)}
            picked={picked.ids.has(item.id)}
            onPick={(is) => picked.pick(item.id, is)}
            onApprove={() => approve([item])}
            onReject={() => setRejected([item])}
            onSpam={() => setSpammer(spamOf(item).author)}
          />
        ))}
      </ul>
      {spammer && <SpamDialog members={[spammer]} onClose={() => setSpammer(null)} />}
      {rejected && (
        <ReasonDialog
          title={`${countOfComments(rejected.length)} ablehnen?`}
          reasons="delete"
          ground="tone"
          confirm="Ablehnen"
          danger
          onConfirm={async (reason, rule) => settle(rejected, reason, rule)}
          onClose={() => setRejected(null)}
        />
      )}
    </>
  )
}

type RowProps = {
  item: HeldComment
  now: string
  /** Who else of the team has just decided about it. */
  decidedBy: string | undefined
  picked: boolean
  onPick: (picked: boolean) => void
  onApprove: () => void
  onReject: () => void
  onSpam: () => void
}

function HeldRow({ item, now, decidedBy, picked, onPick, onApprove, onReject, onSpam }: RowProps) {
  const { text, at, author, is_own, post, answers } = item
  const name = `Kommentar von ${author?.member?.nickname ?? 'Unbekannt'} zu „${post.title}“`
  return (
    <li className="queue-row">
      <div className="grid min-w-0 gap-2">
        <div className="queue-top">
          {!is_own && !decidedBy && <PickBox name={name} picked={picked} onPick={onPick} />}
          <CaseAuthor author={author} />
          <time className="meta" dateTime={at}>
            {relativeTime(at, now)}
          </time>
        </div>
        {answers && <p className="meta wrap-anywhere">Antwort auf: „{answers}“</p>}
        <p className="whitespace-pre-line wrap-anywhere">
          <UserText text={text} />
        </p>
        <p>
          <CommentPlace id={null} post={post} />
        </p>
      </div>
      {decidedBy ? (
        <DecidedByOther by={decidedBy} />
      ) : is_own ? (
        <p className="meta">Über deinen eigenen entscheidet jemand anderes.</p>
      ) : (
        <div className="queue-actions">
          <Button small variant="strong" aria-label={`Freigeben: ${name}`} onClick={onApprove}>
            Freigeben
          </Button>
          <Button small aria-label={`Ablehnen: ${name}`} onClick={onReject}>
            Ablehnen
          </Button>
          {spamOf(item).author && (
            <Button small variant="danger" aria-label={`Spam: ${name}`} onClick={onSpam}>
              Spam
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
