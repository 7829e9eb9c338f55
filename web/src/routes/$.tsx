import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/not-found-head.ts'

/** Every address that no other route knows. */
export const Route = createFileRoute('/$')({
  loader: () => {
    throw notFound()
  },
  head: notFoundHead,
})
