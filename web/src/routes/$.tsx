import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/page-head.ts'

/** Every address that no other route knows. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: notFoundHead,
})
