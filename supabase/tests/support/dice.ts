export type Dice = {
  /** 0 … sides − 1 */
  roll(sides: number): number
  /** True in this percentage of cases. */
  chance(percent: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Deterministic, so that a failure can be reproduced. */
export function dice(seed: number): Dice {
  let state = seed
  const roll = (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (from) => {
      const picked = from[roll(from.length)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}
