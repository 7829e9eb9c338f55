import { formatPath } from '@hot/domain/url/paths'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/head/page-head.ts'
import { formatSlugQuery, permanentRedirect } from '#web/app/redirects/legacy.ts'

export const Route = createFileRoute('/format/$oldSlug')({
  loader: async ({ context, params, location }) => {
    const slug = await context.queryClient.ensureQueryData(formatSlugQuery(params.oldSlug))
    if (slug === null) throw notFound()
    throw permanentRedirect(formatPath(slug), location)
  },
  head: notFoundHead,
})
