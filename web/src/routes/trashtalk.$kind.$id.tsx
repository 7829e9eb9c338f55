import { parsePostIdSegment, postPath } from '@hot/domain/post/address'
import { patternParam, uuidPattern } from '@hot/domain/url/search-param'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundScreen } from '#web/app/errors/error-screens.tsx'
import { notFoundHead } from '#web/app/head/page-head.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { postPathQuery } from '#web/entities/post/api.ts'
import { PostNotFound } from '#web/features/posts/post-not-found.tsx'

type LinkedSearch = {
  /** Id of the comment that a link leads to. */
  kommentar?: string | undefined
}

/** A post by its id (`/trashtalk/geruecht/{id}`, `/trashtalk/post/{id}` …) redirects to its dated URL, also for links to comments. */
export const Route = createFileRoute('/trashtalk/$kind/$id')({
  validateSearch: (given: Record<string, unknown>): LinkedSearch => ({
    kommentar: patternParam(given.kommentar, uuidPattern),
  }),
  loaderDeps: ({ search }) => ({ linked: search.kommentar }),
  loader: async ({ context: { queryClient }, params, deps: { linked }, location }) => {
    const known = params.kind === 'post' || parsePostIdSegment(params.kind)
    if (!known || !uuidPattern.test(params.id)) throw notFound()
    const post = await queryClient.ensureQueryData(postPathQuery(params.id))
    if (!post) throw notFound()
    throw permanentRedirect(`${postPath(post)}${linked ? `?kommentar=${linked}#kommentar-${linked}` : ''}`, location)
  },
  head: notFoundHead,
  notFoundComponent: () => <PostNotFound notFound={<NotFoundScreen />} />,
})
