import type { NewsArticle } from '@hot/domain/contract/news'
import type { Instant } from '@hot/domain/time/berlin-time'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ArticleView } from '#web/entities/news/article-view.tsx'
import { NewsList } from '#web/entities/news/news-list.tsx'
import { SectionHead } from '#web/ui/layout/heading.tsx'
import { Breadcrumb } from '#web/ui/layout/navigation.tsx'

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
          <ArticleView article={article}>{share}</ArticleView>
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
