import type { DemoStar } from './demo-star.ts'
import { famousStars } from './stars-famous.ts'
import { newcomerStars } from './stars-newcomers.ts'
import { regularStars } from './stars-regular.ts'

/** Invented people, every one of them. Names with umlauts, Turkish, Polish, Greek and other letters, double and single names. */
export const demoStars: readonly DemoStar[] = [...famousStars, ...regularStars, ...newcomerStars]
