import type { Instant } from '@hot/domain/time/berlin-time'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { PostListItem } from '#web/entities/post/cards/post-list-item.tsx'
import { hotPostsQuery } from '#web/entities/post/trashtalk-queries.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'

/** Three other posts that people read right now. */
export function AlsoHot({ except, now }: { except: string; now: Instant }) {
  const id = useId()
  const { data } = useSuspenseQuery(hotPostsQuery())
  const others = data.items.filter((post) => post.id !== except).slice(0, 3)
  if (others.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <SectionHead id={id} title="Auch heiß" />
      {others.map((post) => (
        <PostListItem key={post.id} post={post} now={now} />
      ))}
    </section>
  )
}
