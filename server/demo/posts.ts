import { stickerKinds } from '@hot/domain/post/stickers'
import { formatId, starId, starKey } from './catalogue.ts'
import { demoDiscussions } from './content/discussions.ts'
import { demoFormats } from './content/formats.ts'
import { demoPolls } from './content/polls.ts'
import type { DemoDiscussion, DemoPoll, DemoRumor } from './content/post-types.ts'
import { demoRumors } from './content/rumors.ts'
import { demoStars } from './content/stars.ts'
import { demoId, type Random, type Row } from './demo-rows.ts'
import { demoMembers, joinedAt, memberId } from './members.ts'

const HOUR = 3_600_000

type AnyPost =
  | { type: 'rumor'; post: DemoRumor }
  | { type: 'poll'; post: DemoPoll }
  | { type: 'discussion'; post: DemoDiscussion }

/** All demo posts, oldest first: more than one page of each kind. */
export const demoPosts: readonly AnyPost[] = [
  ...demoRumors.map((post): AnyPost => ({ type: 'rumor', post })),
  ...demoPolls.map((post): AnyPost => ({ type: 'poll', post })),
  ...demoDiscussions.map((post): AnyPost => ({ type: 'discussion', post })),
].sort((a, b) => b.post.hoursAgo - a.post.hoursAgo)

const postId = (title: string) => demoId('post', title)
export const writtenAt = (hoursAgo: number, now: Date) => new Date(now.getTime() - hoursAgo * HOUR)

const idOfTag = new Map([
  ...demoStars.map((star) => [starKey(star), starId(starKey(star))] as const),
  ...demoFormats.map((format) => [format.slug, formatId(format.slug)] as const),
])

function tagId(tag: string): string {
  const id = idOfTag.get(tag)
  if (!id) throw new Error(`no star or format for the tag ${tag}`)
  return id
}

export function postRows(now: Date): Row[] {
  return demoPosts.map(({ type, post }) => {
    const at = writtenAt(post.hoursAgo, now)
    return {
      id: postId(post.title),
      type,
      title: post.title,
      content: post.content,
      author_id: memberId(post.author),
      status: 'approved',
      tags: post.tags.map(tagId),
      poll_ends_at: 'endsInHours' in post && post.endsInHours !== undefined ? writtenAt(-post.endsInHours, now) : null,
      created_at: at,
      updated_at: at,
      last_activity_at: at,
      moderated_at: new Date(at.getTime() + 4 * 60_000),
    }
  })
}

export function optionRows(): Row[] {
  return demoPolls.flatMap((poll) =>
    poll.options.map(([text], index) => ({
      id: optionId(poll, index),
      post_id: postId(poll.title),
      text,
      position: index + 1,
    })),
  )
}

const optionId = (poll: DemoPoll, index: number) => demoId('option', `${poll.title} ${index}`)

/** Rows of `post_rumors`: the author's source, and the status with the reason and source given by staff. */
export function rumorDetails(): Row[] {
  return demoRumors.map((rumor) => ({
    post_id: postId(rumor.title),
    rumor_status: rumor.status ?? 'unverified',
    source_url: rumor.sourceUrl ?? null,
    verification_reason: rumor.reason ?? null,
    verification_source: rumor.verificationSource ?? null,
  }))
}

/** Headlines behind the sources, which are on invented sites that nobody could ask. */
export function previewRows(): Row[] {
  return demoRumors.flatMap(({ sourceUrl: url, sourceTitle: title }) =>
    url && title ? [{ url, title, site: new URL(url).hostname, tries: 0, due_at: null, created_at: new Date() }] : [],
  )
}

/**
 * Random members who engage with a post, never its author, with the time of each. Only members who had joined by its
 * end; `share` of them at full heat.
 */
function crowd(post: AnyPost['post'], share: number, now: Date, random: Random): { member: string; at: Date }[] {
  const from = writtenAt(post.hoursAgo, now).getTime()
  const until = endOf(post, now)
  const present = demoMembers.filter(
    (member) => member.nickname !== post.author && joinedAt(member, now).getTime() < until,
  )
  return random.some(present, Math.round(present.length * Math.min(1, post.heat * share))).map((member) => {
    const earliest = Math.max(from, joinedAt(member, now).getTime())
    // Squaring the random number puts most activity soon after the post.
    return { member: member.nickname, at: new Date(earliest + (until - earliest) * random.next() ** 2) }
  })
}

/** In ms. Nobody votes or reacts after that: lists by last activity would otherwise begin with old posts. */
const livelyFor = 6 * 24 * HOUR

function endOf(post: AnyPost['post'], now: Date): number {
  const end =
    'endsInHours' in post && post.endsInHours !== undefined
      ? writtenAt(-post.endsInHours, now).getTime()
      : Number.POSITIVE_INFINITY
  return Math.min(now.getTime() - 60_000, end, writtenAt(post.hoursAgo, now).getTime() + livelyFor)
}

const waiting = [
  {
    title: 'Torben hat das Watt verlassen',
    content: 'Er wollte nur kurz Brötchen holen. Das war vor zwei Staffeln.',
    author: 'pausenbrot',
    hoursAgo: 4,
    rejectionReason: null,
  },
  {
    title: 'Gibt es bald Kissen mit Untertiteln?',
    content: 'Ich frage nicht für mich. Doch.',
    author: 'spoiler_salome',
    hoursAgo: 1,
    rejectionReason: null,
  },
  {
    title: 'KLICK HIER FÜR GRATIS ROSEN',
    content: 'Nur heute, nur hier, nur Rosen.',
    author: 'sendeschluss',
    hoursAgo: 6,
    rejectionReason: 'Das ist Werbung. Werbung gehört in die Werbepause.',
  },
] as const

/** Posts in the moderation queue, and one that is already rejected. */
export function waitingPostRows(now: Date): Row[] {
  return waiting.map((post) => ({
    id: postId(post.title),
    type: 'discussion',
    title: post.title,
    content: post.content,
    author_id: memberId(post.author),
    status: post.rejectionReason ? 'rejected' : 'pending',
    rejection_reason: post.rejectionReason,
    tags: [],
    created_at: writtenAt(post.hoursAgo, now),
    updated_at: writtenAt(post.hoursAgo, now),
    last_activity_at: writtenAt(post.hoursAgo, now),
    moderated_at: post.rejectionReason ? writtenAt(post.hoursAgo - 1, now) : null,
  }))
}

export function rumorVoteRows(now: Date, random: Random): Row[] {
  return demoRumors.flatMap((rumor) =>
    // Many have an opinion on what is decided later: that the chart of hit rates has somebody in it.
    crowd(rumor, rumor.status ? 1.7 : 0.9, now, random).map(({ member, at }) => ({
      post_id: postId(rumor.title),
      user_id: memberId(member),
      vote: random.next() < rumor.belief ? 'agree' : 'disagree',
      created_at: at,
      updated_at: at,
    })),
  )
}

export function pollVoteRows(now: Date, random: Random): Row[] {
  return demoPolls.flatMap((poll) =>
    crowd(poll, 0.95, now, random).map(({ member, at }) => ({
      post_id: postId(poll.title),
      user_id: memberId(member),
      option_id: optionId(poll, weightedOption(poll, random)),
      created_at: at,
      updated_at: at,
    })),
  )
}

function weightedOption(poll: DemoPoll, random: Random): number {
  const total = poll.options.reduce((sum, [, weight]) => sum + weight, 0)
  let rest = random.next() * total
  return Math.max(
    0,
    poll.options.findIndex(([, weight]) => {
      rest -= weight
      return rest < 0
    }),
  )
}

export function postReactionRows(now: Date, random: Random): Row[] {
  return demoPosts.flatMap(({ post }) =>
    crowd(post, 0.45, now, random).map(({ member, at }) => ({
      post_id: postId(post.title),
      user_id: memberId(member),
      reaction: random.next() < 0.88 ? 'heart' : 'poop',
      created_at: at,
      updated_at: at,
    })),
  )
}

/** Each post has a few stickers that most people take. */
export function stickerRows(now: Date, random: Random): Row[] {
  return demoPosts.flatMap(({ post }) => {
    const favourites = random.some(stickerKinds, 3)
    return crowd(post, 0.3, now, random).map(({ member, at }) => ({
      post_id: postId(post.title),
      user_id: memberId(member),
      sticker: random.some(random.next() < 0.85 ? favourites : stickerKinds, 1)[0],
      created_at: at,
    }))
  })
}

/** Placeholders for the nickname in the content files: a comment by the team, and a deleted comment. */
const TEAM = '@team'
const DELETED = 'deleted'

type DemoComments = { top: Row[]; replies: Row[]; deleted: string[] }

/** Comments in the order of the content files, spread over the time since the post. `teamId`: the author of `@team`. */
export function commentRows(now: Date, teamId: string | null): DemoComments {
  const rows: DemoComments = { top: [], replies: [], deleted: [] }
  const authorId = (name: string) => (name === TEAM ? teamId : memberId(name === DELETED ? 'glotzfrosch' : name))
  for (const { post } of demoPosts) {
    const from = writtenAt(post.hoursAgo, now).getTime()
    const at = (share: number) => new Date(from + (now.getTime() - from) * share)
    const count = post.comments.length + 1
    post.comments.forEach(([author, content, replies = []], place) => {
      const id = demoId('comment', `${post.title} ${place}`)
      const row = { post_id: postId(post.title), parent_id: null as string | null }
      rows.top.push({ id, ...row, author_id: authorId(author), content, created_at: at((place + 0.4) / count) })
      if (author === DELETED) rows.deleted.push(id)
      replies.forEach(([replier, text], index) => {
        const share = (place + 0.5 + (0.4 * (index + 1)) / (replies.length + 1)) / count
        rows.replies.push({
          id: demoId('comment', `${post.title} ${place} ${index}`),
          ...row,
          parent_id: id,
          author_id: authorId(replier),
          content: text,
          created_at: at(share),
        })
      })
    })
  }
  return rows
}

export function commentReactionRows({ top, replies }: DemoComments, now: Date, random: Random): Row[] {
  return [...top, ...replies].flatMap((comment) => {
    const from = (comment.created_at as Date).getTime()
    const others = demoMembers.filter(
      (member) => memberId(member.nickname) !== comment.author_id && member.joinedDaysAgo > 20,
    )
    return random.some(others, random.whole(0, 4)).map((member) => {
      const at = new Date(from + (now.getTime() - from) * random.next())
      return {
        comment_id: comment.id,
        user_id: memberId(member.nickname),
        reaction: random.next() < 0.93 ? 'heart' : 'poop',
        created_at: at,
        updated_at: at,
      }
    })
  })
}
