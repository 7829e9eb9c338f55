import { createFileRoute } from '@tanstack/react-router'
import { permanentRedirect, trashtalkPath } from '#web/app/redirects/legacy.ts'

export const Route = createFileRoute('/trash-talk/$')({
  beforeLoad: ({ params, location }) => {
    throw permanentRedirect(trashtalkPath(params._splat ?? ''), location)
  },
})
