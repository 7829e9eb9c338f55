import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { contactQuery, operatorQuery } from '#web/features/legal/api.ts'
import { Imprint } from '#web/features/legal/imprint.tsx'

export const Route = createFileRoute('/impressum')({
  loader: async ({ context }) => {
    const { queryClient } = context
    await Promise.all([queryClient.ensureQueryData(operatorQuery), queryClient.ensureQueryData(contactQuery)])
    return {
      head: pageHead({
        title: 'Impressum',
        description: 'Wer HoT betreibt und wie du uns erreichst: Angaben nach § 5 DDG.',
        path: '/impressum',
      }),
    }
  },
  head: loadedHead,
  component: Imprint,
})
