import type { PostTag, PostType } from '@hot/domain/contract/post'
import { cleanLine, cleanText } from '@hot/domain/text/sanitize-text'
import { longDateTime } from '@hot/domain/time/german-date'
import { useState } from 'react'
import { MemberLine } from '#web/entities/member/member-line.tsx'
import { UserText } from '#web/entities/member/user-text.tsx'
import { kindLabel, PostTypeBadge, RumorStatusBadge } from '#web/entities/post/post-badges.tsx'
import { PostTags } from '#web/entities/post/post-tags.tsx'
import { pollEnd } from '#web/entities/post/reactions/poll-end.ts'
import { PollResults } from '#web/entities/post/reactions/poll-results.tsx'
import { RumorBar } from '#web/entities/post/reactions/rumor-bar.tsx'
import { RumorSource } from '#web/entities/post/rumor-callout.tsx'
import { useViewer } from '#web/lib/auth/viewer/viewer.ts'
import { type PostFields, schemaInput } from './fields/post-fields.ts'

/** A post as others will see it, from what is typed so far. */
type PreviewedPost = {
  type: PostType
  title: string
  content: string
  tags: PostTag[]
  sourceUrl: string | null
  options: { id: string; text: string; votes: number }[]
  endsAt: string | null
}

/** Cleaned as storing it will clean it, so that nothing looks different afterwards. */
function previewedPost(type: PostType, fields: PostFields): PreviewedPost {
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

/** The page of a post that is being written, from the parts the real one is made of. */
export function PostPreview({ type, fields }: { type: PostType; fields: PostFields }) {
  const post = previewedPost(type, fields)
  const [now] = useState(() => new Date().toISOString())
  const end = pollEnd(post.endsAt, now)
  return (
    <article className="grid content-start gap-4">
      <div className="flex flex-wrap items-center gap-2 text-small">
        <PostTypeBadge type={post.type} />
        <b>{kindLabel(post.type)}</b>
        {post.type === 'rumor' && <RumorStatusBadge status="unverified" />}
      </div>
      <h3 className="type-h1 wrap-anywhere">{post.title || 'Dein Titel'}</h3>
      <div className="byline">
        <Author />
        <time className="meta" dateTime={now}>
          {longDateTime(now)}
        </time>
      </div>
      <div className="prose text-lead wrap-anywhere">
        {post.content && (
          <p>
            <UserText text={post.content} />
          </p>
        )}
        {post.type === 'rumor' && <RumorSource url={post.sourceUrl} />}
      </div>
      <PostTags tags={post.tags} />
      {post.type !== 'discussion' && (
        <div className="grid gap-4 border-2 border-ink bg-sheet p-4">
          {post.type === 'rumor' ? <RumorBar agree={0} disagree={0} tall /> : <PollResults options={post.options} />}
          {post.type === 'poll' && <p className="meta">{end ? `0 Stimmen · ${end.text}` : '0 Stimmen'}</p>}
        </div>
      )}
    </article>
  )
}

function Author() {
  const viewer = useViewer()
  const profile = viewer.state === 'member' ? viewer.profile : null
  if (!profile?.nickname || !profile.slug) return null
  const { id, nickname, slug, avatar_url, karma } = profile
  return <MemberLine member={{ id, nickname, slug, avatar_url, karma }} size={48} />
}
