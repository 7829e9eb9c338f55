import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { InviteRules } from '#web/features/legal/invite-rules.tsx'

export const Route = createFileRoute('/invite-system')({
  loader: () => ({
    head: pageHead({
      title: 'So funktionieren Einladungen',
      description: 'Wann du eine Einladung für HoT brauchst, woher du sie bekommst und wie lange sie gilt.',
      path: '/invite-system',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: InviteRules,
})
