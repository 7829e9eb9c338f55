import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { classifierQuery, operatorQuery, reportsHostQuery, servicesQuery } from '#web/features/legal/api.ts'
import { PrivacyPolicy } from '#web/features/legal/privacy-policy.tsx'

export const Route = createFileRoute('/datenschutz')({
  loader: async ({ context }) => {
    const { queryClient } = context
    await Promise.all([
      queryClient.ensureQueryData(operatorQuery),
      queryClient.ensureQueryData(reportsHostQuery),
      queryClient.ensureQueryData(classifierQuery),
      queryClient.ensureQueryData(servicesQuery),
    ])
    return {
      head: pageHead({
        title: 'Datenschutz',
        description: 'Welche Daten HoT verarbeitet, wozu, wie lange, und welche Rechte du hast.',
        path: '/datenschutz',
      }),
    }
  },
  head: loadedHead,
  component: PrivacyPolicy,
})
