import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { guidelinesQuery, operatorQuery } from '#web/features/legal/api.ts'
import { CommunityGuidelines } from '#web/features/legal/community-guidelines.tsx'

export const Route = createFileRoute('/community-guidelines')({
  loader: async ({ context }) => {
    await Promise.all([
      context.queryClient.ensureQueryData(operatorQuery),
      context.queryClient.ensureQueryData(guidelinesQuery),
    ])
    return {
      head: pageHead({
        title: 'Community-Guidelines',
        description: 'Die Regeln auf HoT: was geht, was nicht, wie du etwas meldest und wie du Einspruch einlegst.',
        path: '/community-guidelines',
      }),
    }
  },
  head: loadedHead,
  component: CommunityGuidelines,
})
