import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { PostListItem } from '#web/entities/post/post-card.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { PagedList } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'
import { PageHead } from '#web/ui/layout/heading.tsx'
import { useMember } from './account-layout.tsx'
import { savedPostsQuery } from './api.ts'
import { ListSkeleton } from './skeletons.tsx'

/** `/account/gemerkt`: posts the member has saved, latest saved first. */
export function SavedPostsPage() {
  const { user } = useMember()
  const list = useInfiniteQuery(savedPostsQuery(user.id))
  const [now] = useState(() => serverInstant())
  return (
    <>
      <PageHead title="Gemerkt" intro="Was du später lesen wolltest. Das sieht nur du." />
      <PagedList
        list={list}
        loading="Gemerkte Beiträge werden geladen"
        failed="Deine gemerkten Beiträge konnten nicht geladen werden"
        skeleton={<ListSkeleton />}
        empty={<NothingSaved />}
        more="Mehr Beiträge"
        end="Mehr hast du dir nicht gemerkt."
      >
        {(posts) => (
          <div className="max-w-192">
            {posts.map((post) => (
              <PostListItem key={post.id} post={post} now={now} level={2} />
            ))}
          </div>
        )}
      </PagedList>
    </>
  )
}

function NothingSaved() {
  return (
    <EmptyState
      emoji="🔖"
      title="Noch nichts gemerkt."
      text="Das Lesezeichen unter jedem Beitrag legt ihn hier ab, für später."
    >
      <Link to="/trashtalk" className={buttonClass({ variant: 'hot' })}>
        Zum Trashtalk
      </Link>
    </EmptyState>
  )
}
