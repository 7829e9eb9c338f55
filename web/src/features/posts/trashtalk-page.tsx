import type { PostCard, TrashtalkPage as Trashtalk } from '@hot/domain/contract/post'
import { postKinds, postListPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead, SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Tabs } from '#web/ui/layout/navigation.tsx'

/** The overview: hot posts, then the latest of each kind. */
export function TrashtalkPage({ page, now, aside }: { page: Trashtalk; now: Instant; aside: ReactNode }) {
  return (
    <div className="page">
      <PageHead title="Trashtalk" intro="Gerüchte, Umfragen, Diskussionen: alles, was man beim Gucken sagen will.">
        <CreateLink />
      </PageHead>
      <KindTabs />
      <div className="page-grid mt-6">
        <Hot posts={page.hot} now={now} />
        <Latest type="rumor" posts={page.rumors} hot={page.hot} now={now} />
        <Latest type="poll" posts={page.polls} hot={page.hot} now={now} />
        <Latest type="discussion" posts={page.discussions} hot={page.hot} now={now} />
        {aside}
      </div>
    </div>
  )
}

function Hot({ posts, now }: { posts: PostCard[]; now: Instant }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title="Gerade heiß">
        <Link to="/trashtalk" search={{ sortierung: 'heiss' }} rel="nofollow">
          Alle
        </Link>
      </SectionHead>
      {posts.length === 0 ? (
        <EmptyState emoji="🍿" title="Verdächtig ruhig hier. Weißt du was?" />
      ) : (
        <div className="columns">
          {posts.map((post) => (
            <PostListItem key={post.id} post={post} now={now} />
          ))}
        </div>
      )}
    </section>
  )
}

type LatestProps = { type: PostType; posts: PostCard[]; hot: PostCard[]; now: Instant }

/** The latest of a kind but for those that are among the hottest. */
function Latest({ type, posts, hot, now }: LatestProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 lg:col-span-4">
      <SectionHead id={id} title={kindListLabel(type)}>
        <Link to={postListPath(type)}>Alle</Link>
      </SectionHead>
      {posts.length === 0 ? (
        <p className="text-ink-2">
          {hot.some((post) => post.type === type)
            ? 'Was es gibt, steht oben unter „Gerade heiß“.'
            : 'Noch nichts. Den Anfang macht wer Mutiges.'}
        </p>
      ) : (
        posts.map((post) => <PostListItem key={post.id} post={post} now={now} />)
      )}
    </section>
  )
}

export function CreateLink({ type }: { type?: PostType }) {
  const typ = postKinds.find((kind) => kind.type === type)?.single
  return (
    <Link to="/trashtalk/erstellen" search={{ typ }} rel="nofollow" className={buttonClass({ variant: 'hot' })}>
      Beitrag schreiben
    </Link>
  )
}

/** Links between the overview and the lists. `isFeed`: the list of all kinds, in any order. */
export function KindTabs({ isFeed }: { isFeed?: boolean }) {
  return (
    <Tabs label="Trashtalk">
      <Link to="/trashtalk" activeOptions={{ exact: true }} className="tab">
        Überblick
      </Link>
      <Link to="/trashtalk" search={{ sortierung: 'neu' }} aria-current={isFeed ? 'page' : undefined} className="tab">
        Alles
      </Link>
      {postKinds.map(({ type, listLabel }) => (
        <Link key={type} to={postListPath(type)} activeOptions={{ includeSearch: false }} className="tab">
          {listLabel}
        </Link>
      ))}
    </Tabs>
  )
}

const rows = ['a', 'b', 'c', 'd', 'e']

/** Shown while a list or a post loads. */
export function PostsSkeleton() {
  return (
    <div className="page" aria-busy="true">
      <VisuallyHidden>Beiträge werden geladen</VisuallyHidden>
      <Skeleton className="h-12 w-64 max-w-full" />
      <div className="mt-6 grid max-w-192 gap-6">
        {rows.map((row) => (
          <div key={row} className="grid gap-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-7 w-4/5" />
            <Skeleton className="h-12" />
          </div>
        ))}
      </div>
    </div>
  )
}
