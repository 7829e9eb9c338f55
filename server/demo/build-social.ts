import { slugify } from '@hot/domain/text/slug'
import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { starId, starKey } from './build-catalogue.ts'
import { demoId } from './demo-id.ts'
import type { Random } from './demo-random.ts'
import type { Row } from './insert-rows.ts'
import { demoStars } from './stars.ts'

const platforms = ['instagram', 'tiktok', 'youtube', 'x', 'threads'] as const

/** Accounts on invented addresses (`.example` never resolves) and their followers over the last 90 days. */
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

/** A steady climb or fall of up to 12 % in 30 days. Today's entry is made by the trigger. */
function followerHistory(accountId: string, followers: number, today: Day, random: Random): Row[] {
  const monthly = random.next() * 0.16 - 0.04
  return [90, 60, 45, 30, 14, 7].map((days) => ({
    account_id: accountId,
    day: addDays(today, -days),
    followers: Math.max(0, Math.round(followers * (1 - (monthly * days) / 30))),
  }))
}
