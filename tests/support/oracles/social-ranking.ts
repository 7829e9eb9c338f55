import { addDays, type Day } from '@hot/domain/time/berlin-time'
import { compareKeys } from './compare-keys.ts'

/** The period of growth in days. */
const growthDays = 30

export type SocialWorld = {
  stars: readonly { id: string; is_active: boolean }[]
  accounts: readonly { id: string; star_id: string; platform: string; followers: number | null }[]
  history: readonly { account_id: string; day: Day; followers: number }[]
}
export type SocialPlace = { star: string; rank: number; followers: number; growth: number | null }

/**
 * Social-Media-Bestenliste: active stars by known followers over all platforms (`platform` null) or on one, ties by
 * id. Growth compares each account with its latest record that is at least 30 days old; accounts without one are left
 * out, and without any the growth is null. Slow and obvious: SQL is tested against it.
 */
export function rankSocial(world: SocialWorld, platform: string | null, today: Day): SocialPlace[] {
  return world.stars
    .filter((star) => star.is_active)
    .flatMap(({ id }) => {
      const accounts = world.accounts.flatMap((account) =>
        account.star_id === id && account.followers !== null && (platform === null || account.platform === platform)
          ? [{ id: account.id, followers: account.followers }]
          : [],
      )
      if (accounts.length === 0) return []
      const grown = accounts.flatMap((account) => {
        const old = recordBefore(world.history, account.id, addDays(today, -growthDays))
        return old === null ? [] : [account.followers - old]
      })
      return [
        { star: id, followers: sum(accounts.map((one) => one.followers)), growth: grown.length ? sum(grown) : null },
      ]
    })
    .toSorted((a, b) => b.followers - a.followers || compareKeys(a.star, b.star))
    .map((place, index) => ({ ...place, rank: index + 1 }))
}

function recordBefore(history: SocialWorld['history'], account: string, last: Day): number | null {
  const records = history.filter((record) => record.account_id === account && record.day <= last)
  return records.toSorted((a, b) => compareKeys(a.day, b.day)).at(-1)?.followers ?? null
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
