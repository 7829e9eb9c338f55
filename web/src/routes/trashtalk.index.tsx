import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead } from '#web/app/loaded-head.ts'
import { pageHead } from '#web/app/page-head.ts'
import { PostsSkeleton } from '#web/features/posts/posts-skeleton.tsx'
import { TrashtalkPage } from '#web/features/posts/trashtalk-page.tsx'
import { trashtalkQuery } from '#web/features/posts/trashtalk-queries.ts'

export const Route = createFileRoute('/trashtalk/')({
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(trashtalkQuery())
    return {
      now: new Date().toISOString(),
      head: pageHead({
        title: 'Trashtalk',
        description: 'Gerüchte, Umfragen und Diskussionen rund ums Reality-TV. Lies mit, stimm ab, rede mit.',
        path: '/trashtalk',
      }),
    }
  },
  head: loadedHead,
  component: TrashtalkRoute,
  pendingComponent: PostsSkeleton,
})

function TrashtalkRoute() {
  const { now } = Route.useLoaderData()
  const { data: page } = useSuspenseQuery(trashtalkQuery())
  return <TrashtalkPage page={page} now={now} />
}
