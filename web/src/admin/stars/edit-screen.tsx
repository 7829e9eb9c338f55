import type { AdminStar } from '@hot/domain/contract/admin/stars'
import { distinctName, starName } from '@hot/domain/star/name'
import { starSentences } from '@hot/domain/star/refusals'
import { starPath } from '@hot/domain/url/paths'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount, formatScore } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '#web/ui/feedback/state.tsx'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { useStaff } from '../kit/access.tsx'
import { binNote, ConfirmDialog } from '../kit/dialogs.tsx'
import { AdminHead, type ScreenProps } from '../kit/screen.tsx'
import { editSeasonPath, starsPath } from '../paths.ts'
import { adminSocialQuery } from '../social/api.ts'
import { SocialAccountDialog } from '../social/form.tsx'
import { SocialList } from '../social/list.tsx'
import { adminStarQuery, deleteStar, starFailures } from './api.ts'
import { Duplicates } from './duplicates.tsx'
import { StarForm } from './form.tsx'

/** /admin/stars/edit/{id}: the star, its accounts, and possible duplicates. */
export default function EditStarScreen({ id }: ScreenProps) {
  const star = useQuery(adminStarQuery(id))
  if (star.isError && !star.data)
    return <ErrorState title="Der Star konnte nicht geladen werden" onRetry={() => void star.refetch()} />
  if (star.isPending) return <Skeleton className="h-80" />
  if (!star.data)
    return (
      <EmptyState
        emoji="🔍"
        title={starSentences['unknown_star.door']}
        text="Vielleicht wurde er gelöscht oder zusammengelegt."
      >
        <Link to={starsPath} className={buttonClass()}>
          Zur Liste
        </Link>
      </EmptyState>
    )
  return <Editor key={star.data.id} star={star.data} />
}

function Editor({ star }: { star: AdminStar }) {
  const { isAdmin } = useStaff()
  const queryClient = useQueryClient()
  const [merges, setMerges] = useState(0)
  // A merge fills gaps of the star: reset the form to the stored values.
  const refill = async () => {
    await queryClient.refetchQueries(adminStarQuery(star.id))
    setMerges((count) => count + 1)
  }
  return (
    <>
      <AdminHead title={starName(star)} intro={factsOf(star)}>
        {star.is_active && (
          <Link to={starPath(star.slug)} className={buttonClass()}>
            Öffentliche Seite
          </Link>
        )}
      </AdminHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <StarForm key={merges} star={star} onSaved={() => showToast({ title: 'Gespeichert' })} />
        <StarSocial star={star} />
        <StarSeasons star={star} />
        <Duplicates star={star} onMerged={refill} />
        {isAdmin && <DeleteStar star={star} />}
      </div>
    </>
  )
}

function factsOf({ distinguished_by, hot_score, rank, votes, fans, posts }: AdminStar): string {
  const score = hot_score === null ? 'noch kein HoT-Score' : `HoT ${formatScore(hot_score)}`
  const facts = [
    distinguished_by,
    score,
    rank && `Platz ${formatCount(rank)}`,
    `${formatCount(votes)} Stimmen`,
    `${formatCount(fans)} Fans`,
  ]
  return [...facts, `${formatCount(posts)} Beiträge`].filter(Boolean).join(' · ')
}

function StarSeasons({ star }: { star: AdminStar }) {
  return (
    <section aria-labelledby="star-seasons" className="max-w-192">
      <SectionHead title="Staffeln" id="star-seasons" />
      {star.seasons.length === 0 && (
        <p className="meta">In keiner Staffel. Teilnahmen trägst du bei der Staffel ein.</p>
      )}
      <ul>
        {star.seasons.map((season) => (
          <li key={season.id} className="border-t border-rule py-2 first:border-t-0">
            <Link to={editSeasonPath(season.id)} className="link">
              {`${season.format}, ${season.title ?? `Staffel ${season.season_number}`}`}
            </Link>
            {season.placement && <span className="meta"> · {season.placement}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The accounts of one star, in its editor. */
function StarSocial({ star }: { star: AdminStar }) {
  const [adding, setAdding] = useState(false)
  const list = useInfiniteQuery(adminSocialQuery({ star: star.id }))
  const isEmpty = list.data?.pages[0]?.items.length === 0
  return (
    <section aria-labelledby="star-social">
      <SectionHead title="Social Media" id="star-social">
        <Button small onClick={() => setAdding(true)}>
          Neues Konto
        </Button>
      </SectionHead>
      {isEmpty ? <p className="meta">Noch kein Konto.</p> : <SocialList search={{ star: star.id }} />}
      {adding && (
        <SocialAccountDialog
          account={null}
          star={{ id: star.id, title: starName(star), hint: '' }}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

/** For admins. */
function DeleteStar({ star }: { star: AdminStar }) {
  const [asking, setAsking] = useState(false)
  const router = useRouter()
  const leave = async () => {
    await router.navigate({ to: starsPath, replace: true, ignoreBlocker: true })
    showToast({ title: 'Star gelöscht' })
  }
  return (
    <section aria-labelledby="star-deletion" className="max-w-192">
      <SectionHead title="Löschen" id="star-deletion" />
      <p className="meta mb-3">Soll der Star nur nicht mehr zu sehen sein, dann verstecke ihn.</p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Star löschen
      </Button>
      {asking && (
        <ConfirmDialog
          title={`${distinctName(star)} löschen?`}
          text={`Damit verschwinden ${formatCount(star.votes)} Stimmen, ${formatCount(star.fans)} Fans, ${formatCount(star.seasons.length)} Teilnahmen und die Konten. ${formatCount(star.posts)} Beiträge verlieren ihren Tag. ${binNote}`}
          confirm="Löschen"
          refusals={starFailures}
          onConfirm={() => deleteStar(star)}
          onDone={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
