import type { PostCard } from '@hot/domain/contract/post'
import { postListPath, postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useFolded } from '#web/entities/member/folded.ts'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostVote } from '#web/entities/post/reactions/post-vote.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { countOf } from '#web/ui/data/format-number.ts'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'

type HomePageProps = {
  /** The lead story; null if there is none. */
  lead: ReactNode
  /** `Heute im TV`, or what the programme is called after midnight. */
  todayTitle: string
  /** Rows of the television day's programme. */
  today: ReactNode[]
  topStars: ReactNode
  trending: ReactNode
  /** Up to three columns: the latest post of each kind. */
  talk: ReactNode[]
  news: ReactNode
  /** Null if there is none. */
  pollOfDay: ReactNode
}

/** The start page. Its parts belong to other features and are passed in. */
export function HomePage({ lead, todayTitle, today, topStars, trending, talk, news, pollOfDay }: HomePageProps) {
  return (
    <div className="page">
      {/* Members know what HoT is. */}
      <div className="home-claim">
        <h1 className="type-h3">HoT – Reality-TV, gemeinsam geguckt</h1>
        <p className="meta">Stars bewerten, Gerüchte prüfen, mitreden: Hier trifft sich, wer gern Reality guckt.</p>
      </div>
      <div className="page-grid page-grid-long">
        <div className="grid lg:col-span-8">{lead ?? <NoLead />}</div>
        <HomeSection title={todayTitle} more={{ to: '/kalender', label: 'Kalender' }} className="lg:col-span-4">
          {today.length > 0 ? <Programme rows={today} /> : <NoProgramme />}
        </HomeSection>
        <HomeSection
          title="HoT Top 5"
          more={{ to: '/charts/stars/hot-bestenliste', label: 'Ganze Liste' }}
          className="lg:col-span-5"
        >
          {topStars}
        </HomeSection>
        <HomeSection title="Läuft heiß" more={{ to: '/formate', label: 'Alle Formate' }} className="lg:col-span-7">
          {trending ?? <p className="text-ink-2">Noch läuft hier nichts. Die ersten Formate kommen bald.</p>}
        </HomeSection>
        <HomeSection title="Trashtalk" more={{ to: '/trashtalk', label: 'Alles lesen' }}>
          {talk.length > 0 ? <div className="columns">{talk}</div> : <NoTalk />}
        </HomeSection>
        <HomeSection title="News" more={{ to: '/news', label: 'Alle News' }} className="lg:col-span-7">
          {news}
        </HomeSection>
        <HomeSection title="Umfrage des Tages" className="lg:col-span-5">
          {pollOfDay ?? <NoPoll />}
        </HomeSection>
      </div>
    </div>
  )
}

function Programme({ rows }: { rows: ReactNode[] }) {
  return (
    <>
      <div>{rows}</div>
      <Link to="/kalender" className={`${buttonClass({ wide: true })} mt-4`}>
        Ganzes Programm
      </Link>
    </>
  )
}

type HomeSectionProps = {
  title: string
  /** Link to the full list. */
  more?: { to: string; label: string }
  className?: string
  children: ReactNode
}

/** A section of the start page, labelled by its heading. */
function HomeSection({ title, more, className, children }: HomeSectionProps) {
  const id = useId()
  return (
    <section className={classNames('min-w-0', className)} aria-labelledby={id}>
      <SectionHead id={id} title={title}>
        {more && <Link to={more.to}>{more.label}</Link>}
      </SectionHead>
      {children}
    </section>
  )
}

function NoLead() {
  return (
    <EmptyState emoji="🤫" title="Verdächtig ruhig hier. Weißt du was?">
      <Link to="/trashtalk/erstellen" className={buttonClass({ variant: 'hot' })}>
        Gerücht schreiben
      </Link>
    </EmptyState>
  )
}

function NoProgramme() {
  return <p className="text-ink-2">Sendepause. Geh mal raus.</p>
}

function NoTalk() {
  // True as well where the only posts are the lead and the poll of the day.
  return <p className="text-ink-2">Hier ist noch Platz. Den Anfang macht wer Mutiges.</p>
}

function NoPoll() {
  return (
    <p className="text-ink-2">
      Heute keine Umfrage.{' '}
      <Link to={postListPath('poll')} className="link">
        Ältere ansehen
      </Link>
    </p>
  )
}

/** The poll of the day on the start page. */
export function PollOfDay({ post, now }: { post: PostCard; now: Instant }) {
  const folded = useFolded(post.author, post.id)
  if (folded) return <article>{folded}</article>
  return (
    <div className="grid gap-3.5">
      <h3 className="type-h3">
        <Link to={postPath(post)} className="hover:underline">
          {post.title}
        </Link>
      </h3>
      <PostVote post={post} now={now} />
      <Link to={postPath(post)} className="link">
        Mitreden
      </Link>
    </div>
  )
}

/** The start page while it loads: lead story, programme, top five and tiles in their final positions. */
export function HomeSkeleton() {
  return (
    <div className="page" role="status">
      <VisuallyHidden>Startseite wird geladen</VisuallyHidden>
      <div className="page-grid">
        <Skeleton className="-mx-gutter -mt-5 h-96 lg:col-span-8 lg:mx-0 lg:mt-0 lg:h-120" />
        <Skeleton className="h-96 lg:col-span-4" />
        <Skeleton className="h-96 lg:col-span-5" />
        <Skeleton className="h-96 lg:col-span-7" />
      </div>
    </div>
  )
}

/** The rumor at the top of the start page, its most prominent element. */
export function LeadStory({ post, now }: { post: PostCard; now: Instant }) {
  const folded = useFolded(post.author, post.id)
  const comments = countOf(post.comments, 'Kommentar', 'Kommentare')
  if (folded)
    return (
      <article className="lead-story">
        <b>Gerücht des Tages</b>
        <div>{folded}</div>
      </article>
    )
  return (
    <article className="lead-story">
      <div className="flex flex-wrap items-center gap-2">
        <PostTypeBadge type={post.type} />
        <b>Gerücht des Tages</b>
        {post.rumor && <RumorStatusBadge status={post.rumor.status} />}
      </div>
      <h2 className="type-lead">
        <Link to={postPath(post)}>{post.title}</Link>
      </h2>
      <div className="grid gap-3.5">
        <PostVote post={post} now={now} open />
        <div className="signed">
          <MemberLine member={post.author}>{` · ${relativeTime(post.created_at, now)} · ${comments}`}</MemberLine>
        </div>
      </div>
    </article>
  )
}
