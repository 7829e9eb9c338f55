import { createFileRoute } from '@tanstack/react-router'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'

export const Route = createFileRoute('/trash-talk/')({
  beforeLoad: ({ location }) => {
    throw permanentRedirect('/trashtalk', location)
  },
})
