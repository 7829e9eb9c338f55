import type { PostCard, PostType, TrashtalkPage as Trashtalk } from '@hot/domain/contract/post'
import { postListPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { PostListItem } from '#web/entities/post/cards/post-list-item.tsx'
import { kindListLabel } from '#web/entities/post/kind-label.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PageHead } from '#web/ui/layout/page-header.tsx'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { CreateLink, KindTabs } from './kind-tabs.tsx'

/** The overview: what is hot, then the latest of each kind. */
export function TrashtalkPage({ page, now }: { page: Trashtalk; now: Instant }) {
  return (
    <div className="page">
      <PageHead title="Trashtalk" intro="Gerüchte, Umfragen, Diskussionen: alles, was man beim Gucken sagen will.">
        <CreateLink />
      </PageHead>
      <KindTabs />
      <div className="page-grid mt-6">
        <Hot posts={page.hot} now={now} />
        <Latest type="rumor" posts={page.rumors} now={now} />
        <Latest type="poll" posts={page.polls} now={now} />
        <Latest type="discussion" posts={page.discussions} now={now} />
      </div>
    </div>
  )
}

function Hot({ posts, now }: { posts: PostCard[]; now: Instant }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title="Gerade heiß" />
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

function Latest({ type, posts, now }: { type: PostType; posts: PostCard[]; now: Instant }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="below-first-view min-w-0 lg:col-span-4">
      <SectionHead id={id} title={kindListLabel(type)}>
        <Link to={postListPath(type)}>Alle</Link>
      </SectionHead>
      {posts.length === 0 ? (
        <p className="text-ink-2">Noch nichts. Den Anfang macht wer Mutiges.</p>
      ) : (
        posts.map((post) => <PostListItem key={post.id} post={post} now={now} />)
      )}
    </section>
  )
}
