import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { AppealPage } from '#web/features/moderation/sanctions/appeal-page.tsx'

export const Route = createFileRoute('/account/einspruch/$id')({
  loader: () => ({
    head: pageHead({
      title: 'Einspruch',
      description: 'Dein Einspruch gegen eine Entscheidung des Teams.',
      path: '/account/moderation',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: AppealRoute,
})

function AppealRoute() {
  const { id } = Route.useParams()
  return <AppealPage key={id} id={id} />
}
