import { charts } from '@hot/domain/chart/entries'
import type { OwnHitRate } from '@hot/domain/contract/account/account'
import type { KarmaPage as KarmaPageData } from '@hot/domain/contract/community'
import { karmaTexts, signedKarma } from '@hot/domain/member/karma'
import { postPath } from '@hot/domain/post/address'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { failureText } from '#web/lib/api/rpc/failure-text.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { buttonClass, Switch } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Stat } from '#web/ui/data/stat.tsx'
import { Loading, Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { PageHead, SectionHead } from '#web/ui/layout/heading.tsx'
import { useMember } from './account-layout.tsx'
import { hitRateQuery, karmaQuery } from './api.ts'
import { ListSkeleton } from './skeletons.tsx'

/** `/account/karma`: where the member's karma comes from, entry by entry. */
export function KarmaPage() {
  return (
    <>
      <PageHead title="Mein Karma" intro="Wofür es was gab. Und wofür nicht.">
        <Link to={charts['karma-champs'].path} className={buttonClass()}>
          {charts['karma-champs'].title}
        </Link>
      </PageHead>
      <section aria-labelledby="trefferquote" className="mb-6 max-w-160">
        <SectionHead id="trefferquote" title="Trefferquote" />
        <HitRate />
      </section>
      <KarmaHistory />
    </>
  )
}

function KarmaHistory() {
  const { user } = useMember()
  const [now] = useState(() => serverInstant())
  const list = useInfiniteQuery(karmaQuery(user.id))
  if (list.isError && !list.data)
    return <ErrorState title="Dein Karma konnte nicht geladen werden" onRetry={() => void list.refetch()} />
  const first = list.data?.pages[0]
  if (!list.data || !first)
    return (
      <Loading label="Dein Karma wird geladen">
        <ListSkeleton />
      </Loading>
    )
  const entries = list.data.pages.flatMap((page) => page.items)
  return (
    <>
      <div className="stats mb-4">
        <Stat value={formatCount(first.total)}>Karma</Stat>
        {first.rank !== null && <Stat value={`#${formatCount(first.rank)}`}>von allen</Stat>}
      </div>
      {entries.length === 0 ? (
        <EmptyState emoji="🪷" title="Noch kein Karma." text="Schreib was, das anderen gefällt.">
          <Link to="/trashtalk/erstellen" className={buttonClass({ variant: 'hot' })}>
            Beitrag schreiben
          </Link>
        </EmptyState>
      ) : (
        <>
          <ul>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} now={now} />
            ))}
          </ul>
          <ListFooter list={list} more="Mehr Karma" end="Das war alles. Ab hier beginnt dein früheres Leben." />
        </>
      )}
    </>
  )
}

function Entry({ entry, now }: { entry: KarmaPageData['items'][number]; now: string }) {
  const { reason, delta, created_at, post } = entry
  // A rejected post has no public page; the member's own list shows the reason.
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule py-3.5 first:border-t-0">
      <b className={`type-h3 text-right ${delta < 0 ? 'text-ink-3' : ''}`}>{signedKarma(delta)}</b>
      <div className="grid gap-0.5">
        <p>{karmaTexts[reason]}</p>
        <p className="meta flex flex-wrap gap-x-2">
          {post ? (
            <Link to={reason === 'post_rejected' ? '/account/inhalte' : postPath(post)} className="link wrap-anywhere">
              {post.title}
            </Link>
          ) : (
            <i>[Nicht mehr zu sehen]</i>
          )}
          <time dateTime={created_at}>{relativeTime(created_at, now)}</time>
        </p>
      </div>
    </li>
  )
}

/** How often the member was right about rumors, and whether others see it. */
function HitRate() {
  const { user } = useMember()
  const query = hitRateQuery(user.id)
  const { data, isError, refetch } = useQuery(query)
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (shown: boolean) => rpc('set_hit_rate_shown', { p_shown: shown }),
    networkMode: 'always',
    retry: false,
    onSuccess: (rate) => client.setQueryData<OwnHitRate>(query.queryKey, rate),
    onError: (error) => showToast({ kind: 'error', title: 'Nicht gespeichert', text: failureText(error) }),
  })
  if (isError && !data)
    return <ErrorState title="Deine Trefferquote konnte nicht geladen werden" onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  return (
    <div className="grid gap-3">
      <div className="stats">
        <Stat value={data.decided === 0 ? '–' : `${Math.round((100 * data.hits) / data.decided)} %`}>
          {`${data.hits} von ${data.decided} Gerüchten richtig`}
        </Stat>
      </div>
      <p className="meta">
        Es zählt, was du vor der Entscheidung des Teams gestimmt hast. Ab zehn steht es auf deinem Profil und bei den{' '}
        <Link to={charts.spuernasen.path} className="link">
          {charts.spuernasen.title}
        </Link>
        .
      </p>
      <p className="flex items-center justify-between gap-3">
        <label htmlFor="trefferquote-zeigen">Anderen zeigen</label>
        <Switch id="trefferquote-zeigen" checked={data.shown} busy={isPending} onChange={mutate} />
      </p>
    </div>
  )
}
