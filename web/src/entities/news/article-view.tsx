import type { NewsArticle } from '@hot/domain/contract/news'
import { pictureCredit } from '@hot/domain/picture/credit'
import { longDateTime } from '@hot/domain/time/german-date'
import type { ReactNode } from 'react'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { LazyImage } from '#web/ui/media/lazy-image.tsx'
import { PictureCredit } from '#web/ui/media/picture-credit.tsx'
import { ArticleText } from './article-text.tsx'
import { hostOf } from './news-list.tsx'

/** A change within this time after publication is not worth a line. */
const unremarkableMs = 15 * 60_000

type ViewProps = {
  article: Omit<NewsArticle, 'id' | 'slug' | 'more' | 'has_text' | 'discussion'>
  /** Actions below the text. */
  children?: ReactNode
}

/** Head, picture and text, also as the editor's preview. */
export function ArticleView({ article, children }: ViewProps) {
  const { title, excerpt, body, url, tags, published_at, updated_at } = article
  const changed = Date.parse(updated_at) - Date.parse(published_at) > unremarkableMs
  return (
    <>
      <header className="grid gap-4">
        <h1 className="wrap-anywhere">{title}</h1>
        <p className="meta">
          HoT-Redaktion · <time dateTime={published_at}>{longDateTime(published_at)}</time>
          {changed && (
            <>
              <span>{' · geändert '}</span>
              <time dateTime={updated_at}>{longDateTime(updated_at)}</time>
            </>
          )}
        </p>
        {excerpt && <p className="text-lead font-bold wrap-anywhere">{excerpt}</p>}
      </header>
      <ArticlePicture article={article} />
      {body && <ArticleText text={body} />}
      {url && (
        <p>
          <a href={url} target="_blank" rel="noopener" className={buttonClass()}>
            Quelle: {hostOf(url)}
          </a>
        </p>
      )}
      <PostTags tags={tags} />
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </>
  )
}

function ArticlePicture({ article }: Pick<ViewProps, 'article'>) {
  const { image_url, image_alt, image_credit, image_source, image_license } = article
  if (!image_url) return null
  return (
    <figure className="grid gap-1">
      <LazyImage
        src={image_url}
        width={1200}
        height={675}
        alt={image_alt ?? ''}
        eager
        className="aspect-video w-full bg-sunk object-cover"
      />
      {(image_credit || image_source || image_license) && (
        <figcaption>
          <PictureCredit
            author={image_credit ? pictureCredit(image_credit) : ''}
            source={image_source}
            license={image_license}
          />
        </figcaption>
      )}
    </figure>
  )
}
