import { parsePostIdSegment, postPath } from '@hot/domain/post-address'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { notFoundHead } from '#web/app/not-found-head.ts'
import { permanentRedirect } from '#web/app/permanent-redirect.ts'
import { postPathQuery } from '#web/features/posts/trashtalk-queries.ts'

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A post by its id (`/trashtalk/geruecht/{id}`, `/trashtalk/post/{id}` …) lives at its dated address. */
export const Route = createFileRoute('/trashtalk/$kind/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const known = params.kind === 'post' || parsePostIdSegment(params.kind)
    if (!known || !id.test(params.id)) throw notFound()
    const post = await queryClient.ensureQueryData(postPathQuery(params.id))
    if (!post) throw notFound()
    throw permanentRedirect(postPath(post))
  },
  head: notFoundHead,
})
