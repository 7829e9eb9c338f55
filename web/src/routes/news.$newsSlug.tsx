import { newsFeedPath, newsPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { newsPath as adminNewsPath } from '#web/admin/paths.ts'
import { absoluteUrl, loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { articleJsonLd, breadcrumbJsonLd } from '#web/app/head/structured-data.ts'
import { ShareButton } from '#web/app/share/share-button.tsx'
import { EditLink } from '#web/entities/member/members-only.tsx'
import { newsArticleQuery } from '#web/entities/news/api.ts'
import { ArticlePage } from '#web/features/news/article-page.tsx'
import { NewsSkeleton } from '#web/features/news/news-page.tsx'
import { serverInstant } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/news/$newsSlug')({
  loader: async ({ context: { queryClient }, params }) => {
    const article = await queryClient.ensureQueryData(newsArticleQuery(params.newsSlug))
    if (!article) throw notFound()
    const { title, excerpt, image_url, image_alt } = article
    const path = newsPath(article.slug)
    return {
      article,
      now: serverInstant(),
      head: pageHead({
        title,
        description: excerpt || `News auf HoT: ${title}`,
        path,
        picture: image_url ? { path: image_url, alt: image_alt ?? title, size: null } : undefined,
        type: 'article',
        article: { published: article.published_at, changed: article.updated_at, author: null },
        // Lists lead to what it is about, on another site.
        noindex: !article.has_text,
        feed: { path: newsFeedPath, title: 'HoT – News' },
        jsonLd: import.meta.env.SSR
          ? [
              articleJsonLd({ ...article, path, image: image_url && absoluteUrl(image_url) }),
              breadcrumbJsonLd({ name: 'News', path: '/news' }, { name: title, path }),
            ]
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: ArticleRoute,
  pendingComponent: NewsSkeleton,
})

function ArticleRoute() {
  const { article: loaded, now } = Route.useLoaderData()
  const { data } = useSuspenseQuery(newsArticleQuery(loaded.slug))
  const article = data ?? loaded
  return (
    <ArticlePage
      article={article}
      now={now}
      share={
        <>
          <ShareButton title={article.title} path={newsPath(article.slug)} />
          <EditLink to={adminNewsPath} search={{ offen: article.id }} />
        </>
      }
    />
  )
}
