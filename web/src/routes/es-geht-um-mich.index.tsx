import { createFileRoute } from '@tanstack/react-router'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { ConcernPage } from '#web/features/moderation/concerns/concern-page.tsx'

export const Route = createFileRoute('/es-geht-um-mich/')({
  loader: () => ({
    head: pageHead({
      title: 'Es geht um mich',
      description:
        'Steht auf HoT etwas über dich? Hier verlangst du ohne Konto, dass es berichtigt oder entfernt wird.',
      path: '/es-geht-um-mich',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: () => <ConcernPage site={absoluteUrl('')} />,
})
