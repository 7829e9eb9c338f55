import { demoId, type Random, type Row } from './demo-rows.ts'
import { demoMembers, memberId } from './members.ts'
import { demoPolls } from './polls.ts'
import type { DemoPoll } from './post-types.ts'
import { crowd, demoPosts, optionId, postId, writtenAt } from './posts.ts'
import { demoRumors } from './rumors.ts'

export function rumorVoteRows(now: Date, random: Random): Row[] {
  return demoRumors.flatMap((rumor) =>
    crowd(rumor, 0.9, now, random).map(({ member, at }) => ({
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

/** Nickname of the data tables for a comment of the team, and for one its author has deleted. */
const TEAM = '@team'
const DELETED = 'deleted'

type DemoComments = { top: Row[]; replies: Row[]; deleted: string[] }

/** Comments in the order of the data tables, spread over the time since the post. `teamId` null: no account of the team. */
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
