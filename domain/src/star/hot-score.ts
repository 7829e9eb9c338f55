/** Constants of the HoT score (docs/product/stars.md). */
export const hotScoreWeights = { demand: 0.5, realness: 0.2, drama: 0.3 } as const
/** C of the Bayesian average: the number of prior votes at the mean. */
export const bayesianWeight = 10
/** Minimum number of weighted votes for a rank and the chart. */
export const minWeighingVotes = 5
/** Votes of younger accounts are stored and counted once the account is old enough. */
export const voteWeighsAfterHours = 24

export type Question = keyof typeof hotScoreWeights
export const questions: readonly Question[] = ['demand', 'realness', 'drama']
