/** Constants of the HoT score (docs/product/stars.md). */
export const hotScoreWeights = { demand: 0.5, realness: 0.2, drama: 0.3 } as const
/** C of the Bayesian average: so many votes at the mean weigh against a star's own. */
export const bayesianWeight = 10
/** Below so many weighing votes a star has no rank and is not in the chart. */
export const minWeighingVotes = 5
/** Votes of younger accounts are stored and begin to weigh later. */
export const voteWeighsAfterHours = 24

export type Question = keyof typeof hotScoreWeights
export const questions: readonly Question[] = ['demand', 'realness', 'drama']
