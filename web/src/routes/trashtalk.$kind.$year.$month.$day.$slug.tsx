import { parsePostDay, parsePostSegment, postFeedPath, postListPath, postPath } from '@hot/domain/post/address'
import { markedTitle } from '@hot/domain/post/kinds'
import { memberPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { NotFoundScreen } from '#web/app/errors/error-screens.tsx'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { postSharedPicture } from '#web/app/head/shared-pictures.ts'
import { breadcrumbJsonLd } from '#web/app/head/structured-data.ts'
import { permanentRedirect } from '#web/app/redirects/legacy.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { commentsQuery, commentThreadQuery } from '#web/entities/comment/api.ts'
import { commentsSearch } from '#web/entities/comment/search.ts'
import { addressGoneQuery, hotPostsQuery, postQuery } from '#web/entities/post/api.ts'
import { reportRequest } from '#web/entities/post/content-requests.tsx'
import { kindListLabel } from '#web/entities/post/post-badges.tsx'
import { LateComments, loadComments } from '#web/features/comments/late-comments.tsx'
import { ReportSlot } from '#web/features/moderation/reports/report-slot.tsx'
import { postDescription, postJsonLd } from '#web/features/posts/post-head.ts'
import { PostNotFound } from '#web/features/posts/post-not-found.tsx'
import { MoreHotPosts, PostView } from '#web/features/posts/post-page.tsx'
import { PostsSkeleton } from '#web/features/posts/trashtalk-page.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { serverInstant } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/trashtalk/$kind/$year/$month/$day/$slug')({
  validateSearch: commentsSearch,
  loaderDeps: ({ search }) => ({
    sort: search.kommentare === 'neu' ? ('new' as const) : ('best' as const),
    after: search.nach,
    linked: search.kommentar,
  }),
  loader: async ({ context: { queryClient }, params, deps: { sort, after, linked }, location }) => {
    const type = parsePostSegment(params.kind)
    const day = parsePostDay(params.year, params.month, params.day)
    if (!type || !day) throw notFound()
    const query = postQuery(type, day, params.slug)
    const post = await queryClient.ensureQueryData(query)
    if (!post) {
      const gone = import.meta.env.SSR && (await queryClient.ensureQueryData(addressGoneQuery(day, params.slug)))
      throw notFound({ data: { gone } })
    }
    if (post.slug !== params.slug) throw permanentRedirect(postPath(post), location)
    const [comments] = await Promise.all([
      queryClient.ensureInfiniteQueryData(commentsQuery(post.id, sort, after)),
      queryClient.ensureQueryData(hotPostsQuery()),
      linked && queryClient.ensureQueryData(commentThreadQuery(linked)),
      loadComments(),
    ])
    return {
      post,
      sort,
      after,
      linked,
      now: serverInstant(),
      head: pageHead({
        title: markedTitle(post),
        // For crawlers and previews, which read the server's head.
        description: import.meta.env.SSR ? postDescription(post) : '',
        path: postPath(post),
        after: sort === 'best' && !linked ? after : undefined,
        noindex: post.rumor?.status === 'debunked',
        picture: import.meta.env.SSR ? postSharedPicture(post) : undefined,
        type: 'article',
        article: import.meta.env.SSR
          ? {
              published: post.created_at,
              changed: post.updated_at,
              author: post.author && absoluteUrl(memberPath(post.author.slug)),
            }
          : undefined,
        feed: { path: postFeedPath(), title: 'HoT – Trashtalk' },
        jsonLd: import.meta.env.SSR
          ? [
              postJsonLd(post, comments.pages[0]?.items ?? [], absoluteUrl),
              breadcrumbJsonLd(
                { name: 'Trashtalk', path: '/trashtalk' },
                { name: kindListLabel(post.type), path: postListPath(post.type) },
                { name: markedTitle(post), path: postPath(post) },
              ),
            ]
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: PostRoute,
  notFoundComponent: () => <PostNotFound notFound={<NotFoundScreen />} />,
  pendingComponent: PostsSkeleton,
})

function PostRoute() {
  const { post: loaded, sort, after, linked, now } = Route.useLoaderData()
  const { year, month, day, slug } = Route.useParams()
  const { data } = useSuspenseQuery(postQuery(loaded.type, `${year}-${month}-${day}`, slug))
  const post = data ?? loaded
  const who = useViewer()
  const isOwn = who.state === 'member' && who.user.id === post.author?.id
  return (
    <PostView
      // Nothing typed or chosen at one post belongs to the next.
      key={post.id}
      post={post}
      gone={data === null}
      now={now}
      share={<ShareButton title={markedTitle(post)} path={postPath(post)} />}
      report={
        <>
          {!isOwn && (
            <button
              type="button"
              className="reaction reaction-quiet flex-none font-normal"
              onClick={() => reportRequest.request({ type: 'post', id: post.id })}
            >
              Melden
            </button>
          )}
          <ReportSlot />
        </>
      }
      comments={
        <LateComments
          postId={post.id}
          authorId={post.author?.id ?? null}
          gone={data === null}
          path={postPath(post)}
          sort={sort}
          after={after}
          linked={linked}
          now={now}
        />
      }
      aside={<MoreHotPosts except={post.id} now={now} />}
    />
  )
}
