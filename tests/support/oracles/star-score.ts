import { bayesianWeight, hotScoreWeights, type Question, questions } from '@hot/domain/star/hot-score'

/** m of a question without any votes: the middle of 1–5. */
const neutralMean = 3

/** Qualifying votes 1–5 of one star, by question. */
export type StarVotes = Readonly<Record<Question, readonly number[]>>
/** m by question. */
export type QuestionMeans = Readonly<Record<Question, number>>

/**
 * Reference implementation of the HoT score, 0–100 with one decimal: slow and obvious; SQL is tested against it.
 * `100 · (0.5·D + 0.2·R + 0.3·A − 1) / 4` with Bayesian averages D (demand), R (realness) and A (drama).
 */
export function hotScore(votes: StarVotes, means: QuestionMeans): number {
  const weighted = questions.map(
    (question) => hotScoreWeights[question] * bayesianAverage(votes[question], means[question]),
  )
  return oneDecimal((100 * (sum(weighted) - 1)) / 4)
}

/** Rounds half up, as numeric does; first corrects the binary error just below an exact half (61.24999999999999). */
function oneDecimal(score: number): number {
  return Math.round(Number((10 * score).toFixed(8))) / 10
}

/** `(C·m + Σv) / (C + n)`: the mean m without votes, closer to the star's own average with each vote. */
export function bayesianAverage(values: readonly number[], mean: number, weight = bayesianWeight): number {
  return (weight * mean + sum(values)) / (weight + values.length)
}

/** m of each question: the average of all qualifying votes on it over all stars; 3 without votes. */
export function questionMeans(stars: readonly StarVotes[]): QuestionMeans {
  const mean = (question: Question) => {
    const values = stars.flatMap((votes) => votes[question])
    return values.length === 0 ? neutralMean : sum(values) / values.length
  }
  return { demand: mean('demand'), realness: mean('realness'), drama: mean('drama') }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
