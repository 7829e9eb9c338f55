import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/page-head.ts'

/** Catch-all for unknown paths. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: notFoundHead,
})
