import type { SocialAccount, StarPage, StarRef, StarSeason } from '@hot/domain/contract/star'
import { seasonStatusTexts } from '@hot/domain/format/season-status'
import { pictureCredit } from '@hot/domain/picture/credit'
import { minWeighingVotes } from '@hot/domain/star/hot-score'
import { starName } from '@hot/domain/star/name'
import { ageOn, type Day, todayInBerlin } from '@hot/domain/time/berlin-time'
import { longDay } from '@hot/domain/time/german-date'
import { signInPath, starPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import Heart from 'lucide-react/icons/heart'
import { type ReactNode, useId } from 'react'
import { SeasonCard } from '#web/entities/format/format-cards.tsx'
import { MembersOnly } from '#web/entities/member/members-only.tsx'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { inPlace, useFan } from '#web/entities/star/fans.tsx'
import { Gauge } from '#web/entities/star/gauge.tsx'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'
import { Stat, Trend } from '#web/ui/data/stat.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { FittedName } from '#web/ui/layout/fitted-name.tsx'
import { SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'
import { PictureCredit } from '#web/ui/media/picture-credit.tsx'
import './star-header.css'

type StarViewProps = {
  star: StarPage
  /** Server time (epoch ms). */
  now: number
  /** Button that shares the page. */
  share: ReactNode
  /** The three questions. */
  ratings: ReactNode
  /** Posts tagged with the star. */
  posts: ReactNode
}

/** The page of a star. Parts that belong to other features are passed in. */
export function StarView({ star, now, share, ratings, posts }: StarViewProps) {
  const name = star.first_name || starName(star)
  return (
    <div className="page">
      <StarHeader star={star} now={now} share={share} />
      <div className="page-grid mt-6 lg:mt-10">
        <div className="grid content-start gap-8 lg:col-span-7">
          <Section title="Wer ist das?">
            <StarBiography star={star} />
            <StarDoor star={star} />
          </Section>
          <Section title="Staffeln" className="min-w-0">
            <StarSeasons seasons={star.seasons} />
            <MembersOnly load={loadProgress}>
              {({ OwnResults }) => <OwnResults seasonIds={star.seasons.map(({ season_id }) => season_id)} />}
            </MembersOnly>
          </Section>
        </div>
        <Section title="Deine Stimme" className="lg:col-span-5">
          <StarScore star={star} />
          {ratings}
        </Section>
        <Section title={`Trashtalk über ${name}`}>{posts}</Section>
      </div>
    </div>
  )
}

const loadProgress = () => import('#web/entities/format/progress.ts')
const loadDoor = () => import('./star-door.tsx')

/** Where a star, or who speaks for them, shows who they are. */
function StarDoor({ star }: Pick<StarViewProps, 'star'>) {
  const viewer = useViewer()
  return (
    <p className="mt-4 meta">
      {viewer.state === 'member' ? (
        <MembersOnly load={loadDoor}>
          {({ StarDoorButton }) => (
            <StarDoorButton star={{ id: star.id, name: starName(star), social: star.social }} userId={viewer.user.id} />
          )}
        </MembersOnly>
      ) : (
        <Link to={signInPath(starPath(star.slug))} className="link">
          Bist du das?
        </Link>
      )}{' '}
      <span>Antworte selbst auf Gerüchte.</span>{' '}
      <Link to="/es-geht-um-mich" hash={starPath(star.slug)} className="link">
        Stimmt hier etwas nicht? Sag es uns, auch ohne Konto.
      </Link>
    </p>
  )
}

function Section({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={className} aria-labelledby={id}>
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}

/** The score, told once: how it came about opens below the questions. */
function StarScore({ star: { hot_score, votes } }: Pick<StarViewProps, 'star'>) {
  return (
    <div className="score-told">
      <Gauge score={hot_score} />
      <p className="text-ink-2">
        {hot_score === null
          ? 'Noch zu wenige Stimmen für einen Score. Deine zählt mit.'
          : `Aus ${countOf(votes, 'Stimme', 'Stimmen')} der Community.${votes < minWeighingVotes ? ' Das sind noch wenige Stimmen.' : ''}`}
      </p>
    </div>
  )
}

/** Portrait, name, stats, and buttons to become a fan and to share. */
function StarHeader({ star, now, share }: Pick<StarViewProps, 'star' | 'now' | 'share'>) {
  return (
    <header className="star-header">
      <Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />
      <div className="star-title">
        <h1 className="type-lead">
          <Name star={star} />
          <Distinction star={star} />
        </h1>
        {star.avatar_url && (
          <PictureCredit
            author={star.avatar_author ? pictureCredit(star.avatar_author) : ''}
            source={star.avatar_source}
            license={star.avatar_license}
          />
        )}
        <div className="stats">
          <StarStats star={star} today={todayInBerlin(now)} />
        </div>
        <div className="flex flex-wrap gap-2">
          <FanToggle star={star} />
          <FanChannel star={star} />
          {share}
        </div>
      </div>
    </header>
  )
}

const loadChannel = () => import('#web/entities/member/ties/follow-button.tsx')

/** For fans: where news of the star go. */
function FanChannel({ star }: { star: StarPage }) {
  if (!useFan(star.id).fan) return null
  return (
    <MembersOnly load={loadChannel}>
      {({ ChannelMenu }) => <ChannelMenu type="star" id={star.id} title={starName(star)} />}
    </MembersOnly>
  )
}

function Name({ star }: { star: StarPage }) {
  if (!star.nickname) return starName(star)
  return (
    <>
      {star.first_name} <span>„{star.nickname}“</span> {star.last_name}
    </>
  )
}

function StarStats({ star, today }: { star: StarPage; today: Day }) {
  return (
    <>
      {star.rank !== null && <Stat value={`#${star.rank}`}>Bestenliste</Stat>}
      {star.rank !== null && (
        <span className="inline-flex items-baseline gap-1">
          <Trend rank={star.rank} rankWeekAgo={star.rank_week_ago} />
          <span>
            {star.rank_week_ago !== null &&
              (star.rank_week_ago === star.rank ? 'wie letzte Woche' : 'seit letzter Woche')}
          </span>
        </span>
      )}
      <Stat value={formatCount(star.fans)}>{star.fans === 1 ? 'Fan' : 'Fans'}</Stat>
      {star.birthdate && (
        <span>{`geboren am ${longDay(star.birthdate)}, ${ageOn(star.birthdate, today)} Jahre alt`}</span>
      )}
    </>
  )
}

const platformNames: Record<SocialAccount['platform'], string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  x: 'X',
  threads: 'Threads',
}

function StarBiography({ star }: { star: StarPage }) {
  return (
    <>
      {star.bio ? (
        <p className="prose whitespace-pre-line">{star.bio}</p>
      ) : (
        <p className="text-ink-2">Noch keine Biografie. Wir recherchieren, also: Wir gucken fern.</p>
      )}
      {star.social.length > 0 && (
        <ul className="mt-4 flex flex-wrap gap-2" aria-label="Social Media">
          {star.social.map((account) => (
            <li key={account.url}>
              <SocialChip account={account} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function SocialChip({ account }: { account: SocialAccount }) {
  return (
    <a className="chip" href={account.url} target="_blank" rel="noopener">
      {platformNames[account.platform]}{' '}
      {account.followers === null ? (
        <b>{`@${account.handle}`}</b>
      ) : (
        <b>
          <span>{formatCount(account.followers)}</span>
          <VisuallyHidden> Follower</VisuallyHidden>
        </b>
      )}
    </a>
  )
}

/** All seasons of a star, newest first, with placements. */
function StarSeasons({ seasons }: { seasons: StarSeason[] }) {
  if (seasons.length === 0)
    return <p className="text-ink-2">Noch in keiner Staffel gesehen. Das kann ja noch werden.</p>
  return (
    <ul className="season-strip scroller lg:-mx-0.75 lg:px-0.75">
      {seasons.map((season) => (
        <SeasonCard
          key={season.season_id}
          number={season.season_number}
          title={<SeasonLink season={season} />}
          meta={season.placement ?? seasonStatusTexts[season.status]}
          color={season.format_color}
          current={season.status === 'running'}
        />
      ))}
    </ul>
  )
}

function SeasonLink({ season }: { season: StarSeason }) {
  return (
    <Link
      to="/formate/$formatSlug/staffel/$staffelSlug"
      params={{ formatSlug: season.format_slug, staffelSlug: season.season_slug }}
    >
      <FittedName name={season.format_short_name ?? season.format_name} />
      <VisuallyHidden>, Staffel {season.season_number}</VisuallyHidden>
    </Link>
  )
}

/** A star's page while it loads: portrait, name, votes in their final positions. */
export function StarSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Star wird geladen</VisuallyHidden>
      <div className="grid gap-4 lg:grid-cols-[300px_1fr] lg:items-end lg:gap-9">
        <Skeleton className="-mx-gutter -mt-5 h-59 lg:mx-0 lg:mt-0 lg:h-84" />
        <div className="grid gap-3.5">
          <Skeleton className="h-21 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-11 w-64 rounded-round" />
        </div>
      </div>
      <div className="page-grid mt-6 lg:mt-10">
        <Skeleton className="h-48 lg:col-span-7" />
        <Skeleton className="h-96 lg:col-span-5" />
      </div>
    </div>
  )
}

/** Wide enough for both labels of the fan button, so that nothing beside it shifts. */
const minWidth = 'min-w-42'

/** The primary button of a star's page; for guests, and until the choice is known, a link to sign in. */
function FanToggle({ star }: { star: StarRef }) {
  const { fan, toggle } = useFan(star.id)
  if (fan === undefined)
    return (
      <a
        className={`${buttonClass({ variant: 'hot' })} ${minWidth}`}
        href={signInPath(starPath(star.slug))}
        rel="nofollow"
        data-tap=""
        onClick={inPlace(toggle)}
      >
        <Icon of={Heart} />
        Fan werden
      </a>
    )
  return (
    <button
      type="button"
      className={`${buttonClass({ variant: fan ? 'strong' : 'hot' })} ${minWidth} aria-pressed:[&_svg]:fill-current`}
      aria-pressed={fan}
      onClick={toggle}
    >
      <Icon of={Heart} />
      <span>{fan ? 'Fan' : 'Fan werden'}</span>
    </button>
  )
}
