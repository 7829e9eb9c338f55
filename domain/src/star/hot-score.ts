/** Weights of the three questions in the HoT score (docs/product/stars.md). */
export const hotScoreWeights = { demand: 0.5, realness: 0.2, drama: 0.3 } as const
/** C of the Bayesian average: the number of assumed votes at the mean of all stars. */
export const bayesianWeight = 10
/** Minimum number of weighing votes for a score, a rank and a place in the chart. */
export const minWeighingVotes = 5
/** Votes of younger accounts are stored, and weigh once the account is that old. */
export const voteWeighsAfterHours = 24

/** What members are asked about a star. */
export type Question = keyof typeof hotScoreWeights
/** In the order in which they are asked. */
export const questions: readonly Question[] = ['demand', 'realness', 'drama']
