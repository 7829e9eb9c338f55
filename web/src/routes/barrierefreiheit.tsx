import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { Accessibility } from '#web/features/legal/accessibility.tsx'
import { accessibilityQuery, operatorQuery } from '#web/features/legal/api.ts'

export const Route = createFileRoute('/barrierefreiheit')({
  loader: async ({ context }) => {
    await Promise.all([
      context.queryClient.ensureQueryData(operatorQuery),
      context.queryClient.ensureQueryData(accessibilityQuery),
    ])
    return {
      head: pageHead({
        title: 'Barrierefreiheit',
        description:
          'Wie sich HoT ohne Maus, ohne Bild und ohne Zeitdruck bedienen lässt, was noch fehlt und wem du eine Barriere meldest.',
        path: '/barrierefreiheit',
      }),
    }
  },
  head: loadedHead,
  component: Accessibility,
})
