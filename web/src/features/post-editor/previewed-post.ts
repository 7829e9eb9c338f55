import type { PostTag, PostType } from '@hot/domain/contract/post'
import { cleanLine, cleanText } from '@hot/domain/text/sanitize-text'
import type { ReactNode } from 'react'
import { type PostFields, schemaInput } from './fields/post-fields.ts'

/** A post as others will see it, from what is typed so far. */
export type PreviewedPost = {
  type: PostType
  title: string
  content: string
  tags: PostTag[]
  sourceUrl: string | null
  options: { id: string; text: string; votes: number }[]
  endsAt: string | null
}
/** Draws it; given by the route, because how posts look is another feature's. */
export type PreviewOf = (post: PreviewedPost) => ReactNode

/** Cleaned as storing it will clean it, so that nothing looks different afterwards. */
export function previewedPost(type: PostType, fields: PostFields): PreviewedPost {
  const { ends_at } = schemaInput(type, fields)
  const end = ends_at && !Number.isNaN(Date.parse(ends_at)) ? ends_at : null
  return {
    type,
    title: cleanLine(fields.title),
    content: cleanText(fields.content).trim(),
    tags: fields.tags,
    sourceUrl: cleanLine(fields.sourceUrl) || null,
    options: fields.options.flatMap(({ key, text }) => {
      const shown = cleanLine(text)
      return shown ? [{ id: key, text: shown, votes: 0 }] : []
    }),
    endsAt: end,
  }
}
