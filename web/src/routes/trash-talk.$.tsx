import { createFileRoute } from '@tanstack/react-router'
import { trashtalkPath } from '#web/app/legacy-paths.ts'
import { permanentRedirect } from '#web/app/permanent-redirect.ts'

export const Route = createFileRoute('/trash-talk/$')({
  beforeLoad: ({ params }) => {
    throw permanentRedirect(trashtalkPath(params._splat ?? ''))
  },
})
