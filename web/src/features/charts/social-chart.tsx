import { charts } from '@hot/domain/chart/entries'
import type { SocialRank } from '@hot/domain/contract/chart'
import { starName } from '@hot/domain/star/name'
import { infiniteQueryOptions, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { Figure } from '#web/ui/data/stat.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Avatar } from '#web/ui/media/avatar.tsx'
import { cached, nextHref, pageSize, platformName } from './api.ts'
import { ChartLayout } from './chart-layout.tsx'
import { ChartRow, Podium, StarLink } from './chart-rows.tsx'
import { type SocialChartSearch, type SocialPlatform, socialPlatforms } from './search.ts'

const { path } = charts['social-media-bestenliste']

/**
 * Stars by followers, on one platform or on all. `after`: cursor to begin after, only set for readers without
 * JavaScript.
 */
export const socialChartQuery = (platform?: SocialPlatform, after?: string) =>
  infiniteQueryOptions({
    ...cached.stars,
    queryKey: ['charts', 'social', platform, after],
    queryFn: ({ pageParam, signal }) =>
      rpc('chart_social', { p_platform: platform, p_after: pageParam, p_limit: pageSize }, signal),
    initialPageParam: after ?? null,
    getNextPageParam: (page) => page.next,
  })

/** Social-Media-Bestenliste: stars by followers over all platforms or one. */
export function SocialChart({ search, share }: { search: SocialChartSearch; share: ReactNode }) {
  const { plattform, nach } = search
  const list = useSuspenseInfiniteQuery(socialChartQuery(plattform, nach))
  const ranks = list.data.pages.flatMap((page) => page.items)
  return (
    <ChartLayout
      chart="social-media-bestenliste"
      intro="Wer wächst, wer schrumpft und wer einfach groß ist."
      share={share}
      controls={<PlatformChips chosen={plattform} />}
      podium={!nach && <SocialPodium ranks={ranks} />}
      explanation={explanation}
      legend="Zahl: Follower · Pfeile: gewonnen oder verloren in 30 Tagen"
    >
      {nach && (
        <p className="pb-2">
          <Link to={path} search={{ plattform }} rel="nofollow" className="link">
            Zum Anfang der Liste
          </Link>
        </p>
      )}
      {ranks.length === 0 ? (
        <NoFollowers platform={platformName(plattform)} />
      ) : (
        <>
          <SocialRows ranks={ranks} />
          <ListFooter
            list={list}
            href={nextHref(path, { plattform, nach: list.data.pages.at(-1)?.next })}
            more="Weiter nach unten"
            end="Alle geladen. Der Rest hat wohl ein Leben."
          />
        </>
      )}
    </ChartLayout>
  )
}

function PlatformChips({ chosen }: { chosen: SocialChartSearch['plattform'] }) {
  const platforms = [{ key: undefined, name: 'Alle' }, ...socialPlatforms]
  return (
    <nav className="scroller" aria-label="Plattform">
      {platforms.map(({ key, name }) => (
        <Link
          key={name}
          to={path}
          search={{ plattform: key }}
          rel="nofollow"
          className="chip"
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          aria-current={key === chosen ? 'true' : undefined}
          resetScroll={false}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}

function SocialPodium({ ranks }: { ranks: SocialRank[] }) {
  if (ranks.length === 0) return null
  return (
    <Podium
      entries={ranks.slice(0, 3).map(({ star, followers, growth }) => ({
        key: star.id,
        picture: <Avatar id={star.id} name={starName(star)} src={star.avatar_url} />,
        title: <StarLink star={star} />,
        value: <Figure>{formatCount(followers)}</Figure>,
        unit: 'Follower',
        trend: <FollowerGrowth by={growth} />,
      }))}
    />
  )
}

function NoFollowers({ platform }: { platform: string | undefined }) {
  return (
    <EmptyState
      emoji="📵"
      title={platform ? `Auf ${platform} kennen wir noch niemanden` : 'Noch keine Zahlen'}
      text="Sobald das Team Profile eingetragen hat, stehen sie hier."
    >
      {platform && (
        <Link to={path} className={buttonClass({ variant: 'strong' })}>
          Alle Plattformen
        </Link>
      )}
    </EmptyState>
  )
}

const explanation =
  'Wir zählen die Follower der Profile, die bei uns hinterlegt sind: auf allen Plattformen zusammen oder auf einer. Der Pfeil vergleicht jedes Profil mit seinem letzten Stand, der mindestens 30 Tage alt ist; Profile, von denen wir noch keinen haben, lässt er aus, und hat keines einen, fehlt er. Die Zahlen pflegt unser Team von Hand, sie können also ein paar Tage alt sein.'

/** Stars as chart rows; the thermometer of each shows its followers in relation to the first. */
export function SocialRows({ ranks }: { ranks: SocialRank[] }) {
  const max = Math.max(1, ...ranks.map(({ followers }) => followers))
  return (
    <ol>
      {ranks.map(({ star, rank, followers, growth }) => (
        <ChartRow
          key={star.id}
          rank={rank}
          picture={<Avatar id={star.id} name={starName(star)} src={star.avatar_url} />}
          title={<StarLink star={star} />}
          value={<Figure>{formatCount(followers)}</Figure>}
          trend={<FollowerGrowth by={growth} />}
          heat={(followers / max) * 100}
        />
      ))}
    </ol>
  )
}

/** Followers gained or lost in 30 days, styled like a trend. Renders nothing if it is null: no figure is that old. */
function FollowerGrowth({ by }: { by: number | null }) {
  if (by === null) return null
  const kind = by > 0 ? 'up' : by < 0 ? 'down' : null
  const words = { up: 'gewachsen um ', down: 'geschrumpft um ' }
  return (
    <span className={classNames('trend', kind && `trend-${kind}`)}>
      <VisuallyHidden>{kind ? words[kind] : 'unverändert'}</VisuallyHidden>
      <span>{kind && formatCount(Math.abs(by))}</span>
    </span>
  )
}
