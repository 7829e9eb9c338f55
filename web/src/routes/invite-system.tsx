import { createFileRoute } from '@tanstack/react-router'
import { pageHead } from '#web/app/page-head.ts'
import { InviteRules } from '#web/features/legal/invite-rules.tsx'

export const Route = createFileRoute('/invite-system')({
  head: () =>
    pageHead({
      title: 'So funktionieren Einladungen',
      description: 'Wann du eine Einladung für HoT brauchst, woher du sie bekommst und wie lange sie gilt.',
      path: '/invite-system',
      noindex: true,
    }),
  component: InviteRules,
})
