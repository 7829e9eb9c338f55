import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { AnswerPage } from '#web/features/moderation/reports/answer-page.tsx'

export const Route = createFileRoute('/melden/antworten')({
  loader: () => ({
    head: pageHead({
      title: 'Rückfrage beantworten',
      description: 'Hier antwortest du dem Team von HoT auf eine Frage.',
      path: '/melden/antworten',
      noindex: true,
    }),
  }),
  head: loadedHead,
  component: AnswerPage,
})
