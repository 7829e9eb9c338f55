import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { trashtalkQuery } from '#web/entities/post/api.ts'
import { PostsSkeleton, TrashtalkPage } from '#web/features/posts/trashtalk-page.tsx'

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
