import type { PostsAside as Aside } from '@hot/domain/contract/post'
import { postFeedPath, postListPath, postPath } from '@hot/domain/post/address'
import type { PostType } from '@hot/domain/post/kinds'
import { shownExcerpt } from '@hot/domain/text/excerpt'
import type { Instant } from '@hot/domain/time/berlin-time'
import { relativeTime } from '@hot/domain/time/relative-time'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId } from 'react'
import { useFolded } from '#web/entities/member/folded.ts'
import { postsAsideQuery } from '#web/entities/post/api.ts'
import { tagId, tagName } from '#web/entities/post/post-tags.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead, VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { Icon } from '#web/ui/media/icon.tsx'

type Props = { type?: PostType | undefined; now: Instant }

function useAside(): Aside & { tag: string | undefined } {
  const { tag } = useSearch({ strict: false })
  return { ...useSuspenseQuery(postsAsideQuery(tag)).data, tag }
}

/** Beside a list on wide screens, below the overview on all. */
export function PostsAside({ type, now }: Props) {
  const { topics, comments } = useAside()
  return (
    <>
      {topics.length > 0 && (
        <Block title="Themen der Woche">
          <TopicLinks type={type} />
        </Block>
      )}
      {comments.length > 0 && (
        <Block title="Zuletzt gesagt">
          <LatestComments comments={comments} now={now} />
        </Block>
      )}
      <Block title="Hausregeln">
        <Rules type={type} />
      </Block>
    </>
  )
}

/** On narrow screens: topics and rules behind a button. */
export function TopicMenu({ type }: Props) {
  return (
    <details>
      <summary className="chip">
        Themen
        <Icon of={ChevronDown} size={16} />
      </summary>
      <div className="mt-3 grid gap-4">
        <TopicLinks type={type} />
        <Rules type={type} />
      </div>
    </details>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <SectionHead id={id} title={title} />
      {children}
    </section>
  )
}

/** The list filtered by a topic, in the order it has now. */
function TopicLinks({ type }: { type: PostType | undefined }) {
  const { topics, tag: current } = useAside()
  const { sortierung, zeitraum } = useSearch({ strict: false })
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {topics.map(({ tag, posts }) => (
          <li key={tagId(tag)} className="max-w-full">
            <Link
              to={type ? postListPath(type) : '/trashtalk'}
              rel="nofollow"
              search={{ sortierung: sortierung ?? (type ? undefined : 'neu'), zeitraum, tag: tagId(tag) }}
              aria-current={tagId(tag) === current ? 'true' : undefined}
              activeOptions={{ exact: true }}
              className="chip py-1 leading-tight whitespace-normal wrap-anywhere"
            >
              {tag.kind === 'format' && tag.format.emoji && <span aria-hidden="true">{tag.format.emoji}</span>}
              <span className="min-w-0">{tagName(tag)}</span>
              <span className="font-normal">
                <span>{formatCount(posts)}</span>
                <VisuallyHidden> {`${posts === 1 ? 'Beitrag' : 'Beiträge'} diese Woche`}</VisuallyHidden>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p className="meta mt-3">
        Dein Thema fehlt? Geh zu{' '}
        <Link to="/stars" className="link">
          Stars
        </Link>{' '}
        oder{' '}
        <Link to="/formate" className="link">
          Formaten
        </Link>
        : Auf jeder Seite steht, was darüber geredet wird.
      </p>
    </>
  )
}

function LatestComments({ comments, now }: { comments: Aside['comments']; now: Instant }) {
  return (
    <ul>
      {comments.map((comment) => (
        <LatestComment key={comment.id} comment={comment} now={now} />
      ))}
    </ul>
  )
}

/** Left out if the viewer has blocked or muted its author. */
function LatestComment({ comment, now }: { comment: Aside['comments'][number]; now: Instant }) {
  const { id, excerpt, created_at, author, post } = comment
  if (useFolded(author, id)) return null
  return (
    <li className="grid gap-1 border-t border-rule py-3 first:border-t-0 first:pt-0">
      <p className="line-clamp-3 wrap-anywhere">{shownExcerpt(excerpt)}</p>
      <p className="meta wrap-anywhere">
        <span>{`${author?.nickname ?? 'Unbekannt'} zu`}</span>{' '}
        <Link to={postPath(post)} rel="nofollow" search={{ kommentar: id }} hash={`kommentar-${id}`} className="link">
          {post.title}
        </Link>
        {' · '}
        <time dateTime={created_at}>{relativeTime(created_at, now)}</time>
      </p>
    </li>
  )
}

function Rules({ type }: { type: PostType | undefined }) {
  return (
    <div className="grid gap-3">
      <ul className="grid list-disc gap-1 pl-5 text-ink-2">
        <li>Hart in der Sache, fair zur Person.</li>
        <li>Gerüchte am besten mit Quelle. Nichts über Krankheiten, Straftaten oder Kinder.</li>
        <li>Privates bleibt privat.</li>
        <li>Spoiler nur mit Warnung im Titel.</li>
      </ul>
      <p className="meta">
        <Link to="/community-guidelines" className="link">
          Alle Regeln
        </Link>
        {import.meta.env.VITE_SHELL !== 'native' && (
          <>
            <span>{' · '}</span>
            <a href={postFeedPath(type)} className="link">
              Als RSS-Feed lesen
            </a>
          </>
        )}
      </p>
    </div>
  )
}
