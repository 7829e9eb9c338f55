import { choiceParam } from '@hot/domain/url/search-param'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { PushOffer } from '#web/features/account/settings/push-settings.tsx'
import { NotificationsPage } from '#web/features/notifications/notifications-page.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'

/** `?filter=ungelesen`; anything else shows all. */
function notificationsSearch(search: Record<string, unknown>): { filter?: 'ungelesen' } {
  const filter = choiceParam(search.filter, ['ungelesen'] as const)
  return filter ? { filter } : {}
}

export const Route = createFileRoute('/account/benachrichtigungen')({
  validateSearch: notificationsSearch,
  loader: () => ({
    head: pageHead({
      title: 'Benachrichtigungen',
      description: 'Was bei HoT für dich passiert ist.',
      path: '/account/benachrichtigungen',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: NotificationsRoute,
})

function NotificationsRoute() {
  const { filter } = Route.useSearch()
  const viewer = useViewer()
  const offer = viewer.state === 'member' && <PushOffer userId={viewer.user.id} />
  return <NotificationsPage unreadOnly={filter === 'ungelesen'} offer={offer} />
}
