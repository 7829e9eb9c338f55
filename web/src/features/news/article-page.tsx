import type { NewsArticle } from '@hot/domain/contract/news'
import { postPath } from '@hot/domain/post/address'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArticleView } from '#web/entities/news/article-view.tsx'
import { NewsList } from '#web/entities/news/news-list.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'

const commentsText = (count: number) =>
  count === 0 ? 'Mitreden' : `Mitreden: ${count === 1 ? '1 Kommentar' : `${formatCount(count)} Kommentare`}`

type Props = { article: NewsArticle; now: Instant; share: ReactNode }

/** `/news/{slug}`: one article, and the latest others. */
export function ArticlePage({ article, now, share }: Props) {
  return (
    <div className="page">
      <div className="page-grid">
        <article className="grid min-w-0 content-start gap-4 lg:col-span-8">
          <Breadcrumb>
            <Link to="/news" className="link">
              News
            </Link>
          </Breadcrumb>
          <ArticleView article={article}>
            {article.discussion && (
              <Link to={postPath(article.discussion)} hash="kommentare" className={buttonClass({ variant: 'hot' })}>
                {commentsText(article.discussion.comments)}
              </Link>
            )}
            {share}
          </ArticleView>
        </article>
        {article.more.length > 0 && (
          <aside className="min-w-0 lg:col-span-4">
            <section aria-labelledby="more-news">
              <SectionHead id="more-news" title="Mehr News">
                <Link to="/news" className="link">
                  Alle
                </Link>
              </SectionHead>
              <NewsList items={article.more} now={now} />
            </section>
          </aside>
        )}
      </div>
    </div>
  )
}
