import { createFileRoute } from '@tanstack/react-router'
import { trashtalkPath } from '#web/app/redirects/legacy-paths.ts'
import { permanentRedirect } from '#web/app/redirects/permanent-redirect.ts'

export const Route = createFileRoute('/trash-talk/$')({
  beforeLoad: ({ params }) => {
    throw permanentRedirect(trashtalkPath(params._splat ?? ''))
  },
})
