import { berlinDay } from '@hot/domain/berlin-time'
import { monthTitle } from '@hot/domain/german-date'
import { starPath } from '@hot/domain/paths'
import { starName } from '@hot/domain/star-name'
import type { AccountStars } from '@hot/domain/wire/account-content'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button-class.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { ListFoot } from '#web/ui/list-foot.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Portrait } from '#web/ui/portrait.tsx'
import { StarCard } from '#web/ui/star-card.tsx'
import { Trend } from '#web/ui/trend.tsx'
import { ownStarsQuery } from './account-queries.ts'
import { useMember } from './member.tsx'
import { OwnStarsSkeleton } from './own-stars-skeleton.tsx'

/** `/account/stars`: whose fan one is, latest first. */
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
  if (list.isError && !list.data)
    return <ErrorState title="Deine Stars konnten nicht geladen werden" onRetry={() => void list.refetch()} />
  if (!list.data) return <OwnStarsSkeleton />
  const stars = list.data.pages.flatMap((page) => page.items)
  if (stars.length === 0) return <NoStars />
  return (
    <>
      <ul className="star-grid">
        {stars.map((star) => (
          <li key={star.id}>
            <OwnStar star={star} />
          </li>
        ))}
      </ul>
      <ListFoot list={list} more="Mehr Stars" end="Das sind alle, denen du die Daumen drückst." />
    </>
  )
}

function OwnStar({ star }: { star: AccountStars['items'][number] }) {
  const name = starName(star)
  return (
    <StarCard
      portrait={<Portrait id={star.id} name={name} src={star.avatar_url} />}
      title={<Link to={starPath(star.slug)}>{name}</Link>}
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
