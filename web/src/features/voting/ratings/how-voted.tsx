import type { StarPage, Verdict } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { longDay } from '@hot/domain/time/german-date'
import type { ReactNode } from 'react'
import { countOf, formatScore } from '#web/ui/data/format-number.ts'

/** Font widths of the answers 1–5: the higher the answer, the wider its digit. */
export const digitWidths = ['62%', '78%', '94%', '110%', '125%']

/** Everybody's answers to a question: how many gave each, then the average and their number. */
export function CommunityVerdict({ verdict: { average, votes, spread } }: { verdict: Verdict }) {
  if (average === null) return null
  return (
    <div className="verdict">
      {spread && (
        <ol aria-label="So haben alle geantwortet">
          {digitWidths.map((width, index) => (
            <li key={width} style={{ '--s': spread[index] }}>
              {`${spread[index]}\u00a0%`}
            </li>
          ))}
        </ol>
      )}
      <p className="meta">
        <b>{formatScore(average)}</b> <span>{`von 5 · ${countOf(votes, 'Stimme', 'Stimmen')}`}</span>
      </p>
    </div>
  )
}

/** The HoT score of each week as a line. Nothing until there are two. */
function ScoreHistory({ history }: Pick<StarPage, 'history'>) {
  const [first] = history
  if (!first || history.length < 2) return null
  const scores = history.map(({ score }) => score)
  const top = Math.max(...scores)
  const range = top - Math.min(...scores) || 1
  const label = `HoT-Score: ${formatScore(first.score)} am ${longDay(first.day)}, zuletzt ${formatScore(scores.at(-1) ?? 0)}`
  return (
    <figure className="score-history">
      <svg viewBox={`0 ${-top} ${scores.length - 1} ${range}`} preserveAspectRatio="none" aria-hidden="true">
        <polyline points={scores.map((score, week) => `${week},${-score}`).join(' ')} />
      </svg>
      <figcaption className="meta">{label}</figcaption>
    </figure>
  )
}

type DetailsProps = {
  star: StarPage
  /** What everybody answered to a question, or why it is not told. */
  verdict: (question: StarQuestion) => ReactNode
}

/** How the score came about: its past, and the answers to each question. Nothing while nobody has answered. */
export function HowItWasVoted({ star, verdict }: DetailsProps) {
  const answered = starQuestions.filter(({ key }) => star[key].average !== null)
  if (answered.length === 0) return null
  return (
    <details className="how-voted">
      <summary className="link">Wie gewählt wurde</summary>
      <div className="grid gap-6 pt-4">
        <ScoreHistory history={star.history} />
        {answered.map((question) => (
          <div key={question.key}>
            <h3 className="type-h4">{question.text}</h3>
            {verdict(question)}
          </div>
        ))}
      </div>
    </details>
  )
}
