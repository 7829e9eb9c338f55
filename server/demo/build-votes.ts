import { starId, starKey } from './build-catalogue.ts'
import { joinedAt, memberId } from './build-members.ts'
import type { Random } from './demo-random.ts'
import type { DemoStar } from './demo-star.ts'
import type { Row } from './insert-rows.ts'
import { type DemoMember, demoMembers } from './members.ts'
import { demoStars } from './stars.ts'

const DAY = 86_400_000

export const voteTables = ['demand_votes', 'realness_votes', 'drama_votes'] as const
type VoteTable = (typeof voteTables)[number]

/** Votes on stars, cast before (`old`) and within the last seven days, so that ranks have moved since. */
export type DemoVotes = Record<'old' | 'recent', Record<VoteTable, Row[]>>

const none = (): Record<VoteTable, Row[]> => ({ demand_votes: [], realness_votes: [], drama_votes: [] })

export function voteRows(now: Date, random: Random): DemoVotes {
  const votes: DemoVotes = { old: none(), recent: none() }
  demoStars.forEach((star, place) => {
    for (const member of random.some(demoMembers, votersOf(place, random))) {
      const age = random.next() < 0.7 ? random.whole(8, 60) : random.whole(0, 6)
      const joined = joinedAt(member, now).getTime()
      const at = new Date(Math.max(joined + 60_000, now.getTime() - age * DAY - random.whole(1, 1000) * 60_000))
      const when = now.getTime() - at.getTime() > 7 * DAY ? 'old' : 'recent'
      voteTables.forEach((table, question) => {
        if (random.next() < 0.08) return
        votes[when][table].push({
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

/** Well-known people have most votes; the last few have hardly any and stay below the minimum. */
function votersOf(place: number, random: Random): number {
  if (place >= demoStars.length - 8) return random.whole(0, 1)
  return Math.max(2, Math.round(23 - place * 0.36) - random.whole(0, 3))
}

/** Around the star's lean; recent votes drift by name, so that arrows point both ways. */
function voteFor(star: DemoStar, question: number, when: 'old' | 'recent', random: Random): number {
  const drift = when === 'recent' ? ((starKey(star).length % 3) - 1) * 1.4 : 0
  const value = (star.lean[question] ?? 3) + drift + (random.next() + random.next() - 1) * 1.6
  return Math.min(5, Math.max(1, Math.round(value)))
}

/** Fan of so many that the list takes two pages. */
const hugger = 'kissen.karl'
const hugged = 30

function fansOf(place: number, random: Random): DemoMember[] {
  const drawn = random.some(demoMembers, Math.max(0, 14 - Math.floor(place / 4) - random.whole(0, 3)))
  if (place >= hugged || drawn.some(({ nickname }) => nickname === hugger)) return drawn
  return [...drawn, ...demoMembers.filter(({ nickname }) => nickname === hugger)]
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
