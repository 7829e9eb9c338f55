import { slugify } from '@hot/domain/text/slug'
import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { starId, starKey } from './catalogue.ts'
import type { DemoStar } from './content/famous-stars.ts'
import { demoStars } from './content/stars.ts'
import { demoId, type Random, type Row } from './demo-rows.ts'
import { type DemoMember, demoMembers, joinedAt, memberId } from './members.ts'

const DAY = 86_400_000

export const voteTables = ['demand_votes', 'realness_votes', 'drama_votes'] as const
type VoteTable = (typeof voteTables)[number]

type DemoVote = Row & { created_at: Date }

/** Votes on stars. Those of the last seven days differ from earlier ones, so that ranks have changed since. */
export function voteRows(now: Date, random: Random): Record<VoteTable, DemoVote[]> {
  const votes: Record<VoteTable, DemoVote[]> = { demand_votes: [], realness_votes: [], drama_votes: [] }
  demoStars.forEach((star, place) => {
    for (const member of random.some(demoMembers, votersOf(place, random))) {
      const age = random.next() < 0.7 ? random.whole(8, 60) : random.whole(0, 6)
      const joined = joinedAt(member, now).getTime()
      const at = new Date(Math.max(joined + 60_000, now.getTime() - age * DAY - random.whole(1, 1000) * 60_000))
      const when = now.getTime() - at.getTime() > 7 * DAY ? 'old' : 'recent'
      voteTables.forEach((table, question) => {
        if (random.next() < 0.08) return
        votes[table].push({
          user_id: memberId(member.nickname),
          star_id: starId(starKey(star)),
          value: voteFor(star, question, when, random),
          created_at: at,
          updated_at: at,
        })
      })
    }
  })
  return votes
}

/** Number of voters: most for famous stars; too few for a rank for the last eight. */
function votersOf(place: number, random: Random): number {
  if (place >= demoStars.length - 8) return random.whole(0, 1)
  return Math.max(2, Math.round(23 - place * 0.36) - random.whole(0, 3))
}

/** A vote near the star's average. Recent votes differ from it by star, so that trend arrows point both ways. */
function voteFor(star: DemoStar, question: number, when: 'old' | 'recent', random: Random): number {
  const drift = when === 'recent' ? ((starKey(star).length % 3) - 1) * 1.4 : 0
  const value = (star.lean[question] ?? 3) + drift + (random.next() + random.next() - 1) * 1.6
  return Math.min(5, Math.max(1, Math.round(value)))
}

/** A member who is a fan of this many stars, enough for two pages of the list. */
const manyFan = 'kissen_karl'
const manyStars = 30

function fansOf(place: number, random: Random): DemoMember[] {
  const drawn = random.some(demoMembers, Math.max(0, 14 - Math.floor(place / 4) - random.whole(0, 3)))
  if (place >= manyStars || drawn.some(({ nickname }) => nickname === manyFan)) return drawn
  return [...drawn, ...demoMembers.filter(({ nickname }) => nickname === manyFan)]
}

export function fanRows(now: Date, random: Random): Row[] {
  return demoStars.flatMap((star, place) =>
    fansOf(place, random).map((member) => {
      const joined = joinedAt(member, now).getTime()
      const at = Math.max(joined + 60_000, now.getTime() - random.whole(1, 90) * DAY)
      return { star_id: starId(starKey(star)), user_id: memberId(member.nickname), created_at: new Date(at) }
    }),
  )
}

const platforms = ['instagram', 'tiktok', 'youtube', 'x', 'threads'] as const

/** Social accounts with invented URLs (`.example` never resolves), and their followers over the last 90 days. */
export function socialRows(today: Day, random: Random): { accounts: Row[]; history: Row[] } {
  const accounts: Row[] = []
  const history: Row[] = []
  demoStars.slice(0, 48).forEach((star, place) => {
    const handle = slugify(`${star.firstName}-${starKey(star)}`).replaceAll('-', '.') || `star.${place + 1}`
    const size = 1_100_000 / (1 + place * 0.55) + random.whole(500, 20_000)
    for (const platform of platforms.slice(0, random.whole(1, platforms.length))) {
      const id = demoId('social', `${starKey(star)} ${platform}`)
      const followers = Math.round(size * (0.15 + random.next() * 0.85))
      accounts.push({
        id,
        star_id: starId(starKey(star)),
        platform,
        handle,
        url: `https://${platform}.example/${handle}`,
        followers,
      })
      history.push(...followerHistory(id, followers, today, random))
    }
  })
  return { accounts, history }
}

/** Growth of up to 12 % or decline of up to 4 % in 30 days. A trigger creates today's entry. */
function followerHistory(accountId: string, followers: number, today: Day, random: Random): Row[] {
  const monthly = random.next() * 0.16 - 0.04
  return [90, 60, 45, 30, 14, 7].map((days) => ({
    account_id: accountId,
    day: addDays(today, -days),
    followers: Math.max(0, Math.round(followers * (1 - (monthly * days) / 30))),
  }))
}
