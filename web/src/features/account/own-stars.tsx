import type { AccountStars } from '@hot/domain/contract/account/content'
import { starName } from '@hot/domain/star/name'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { monthTitle } from '@hot/domain/time/german-date'
import { starPath } from '@hot/domain/url/paths'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { Portrait, StarCard } from '#web/entities/star/star-card.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { Trend } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { useMember } from './account-layout.tsx'
import { ownStarsQuery } from './api.ts'

/** `/account/stars`: the stars the member is a fan of, latest first. */
export function OwnStarsPage() {
  return (
    <>
      <PageHead title="Meine Stars" intro="Für wen dein Herz schlägt." />
      <OwnStars />
    </>
  )
}

function OwnStars() {
  const { user } = useMember()
  const list = useInfiniteQuery(ownStarsQuery(user.id))
  return (
    <PagedList
      list={list}
      loading="Deine Stars werden geladen"
      failed="Deine Stars konnten nicht geladen werden"
      skeleton={<OwnStarsSkeleton />}
      empty={<NoStars />}
      more="Mehr Stars"
      end="Das sind alle, denen du die Daumen drückst."
    >
      {(stars) => (
        <ul className="star-grid">
          {stars.map((star) => (
            <li key={star.id}>
              <OwnStar star={star} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}

function OwnStar({ star }: { star: AccountStars['items'][number] }) {
  const name = starName(star)
  return (
    <StarCard
      portrait={<Portrait id={star.id} name={name} src={star.avatar_url} />}
      title={
        <Link to={starPath(star.slug)}>
          {name}
          <Distinction star={star} />
        </Link>
      }
      meta={`Fan seit ${monthTitle(berlinDay(star.fan_since))}`}
      score={star.hot_score}
      trend={<Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />}
    />
  )
}

function NoStars() {
  return (
    <EmptyState emoji="💔" title="Noch kein Herz vergeben." text="Irgendwer muss dir doch gefallen.">
      <Link to="/stars" className={buttonClass({ variant: 'hot' })}>
        Stars ansehen
      </Link>
    </EmptyState>
  )
}

const cards = ['a', 'b', 'c', 'd', 'e', 'f']

function OwnStarsSkeleton() {
  return (
    <div className="star-grid">
      {cards.map((card) => (
        <div key={card}>
          <Skeleton className="aspect-[1/1.05]" />
          <Skeleton className="mt-4 h-4.5 w-4/5" />
          <Skeleton className="mt-2 h-4.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}
