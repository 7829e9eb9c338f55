import type { StarPage, Verdict } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { longDay } from '@hot/domain/time/german-date'
import { signInPath, starPath } from '@hot/domain/url/paths'
import type { ReactNode } from 'react'
import { inPlace, starCode } from '#web/entities/star/fans.tsx'
import { Thermometer } from '#web/entities/star/score.tsx'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import { countOf, formatScore } from '#web/ui/data/format-number.ts'

/** Font widths of the answers 1–5: the higher the answer, the wider its digit. */
export const digitWidths = ['62%', '78%', '94%', '110%', '125%']

/**
 * The three questions for guests: an answer opens the sign-in and is sent afterwards. Without JavaScript, answers are
 * plain links.
 */
export function GuestRatings({ star }: { star: StarPage }) {
  const href = signInPath(starPath(star.slug))
  const choose = useChoose(starCode, 'Zum Bewerten brauchst du ein Konto. Bitte melde dich an:')
  const rate = (key: StarQuestion['key'], value: number) => choose(voteTarget(key, star.id), String(value))
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <GuestQuestion
          key={question.key}
          question={question}
          verdict={star[question.key]}
          href={href}
          onAnswer={(value) => rate(question.key, value)}
        />
      ))}
      <RatingFooter star={star}>Zum Abstimmen meldest du dich an. Ändern kannst du jede Antwort später.</RatingFooter>
    </div>
  )
}

type QuestionProps = { question: StarQuestion; verdict: Verdict; href: string; onAnswer: (value: number) => void }

function GuestQuestion({ question, verdict, href, onAnswer }: QuestionProps) {
  const [low, high] = question.ends
  return (
    <fieldset className="rating">
      <legend className="type-h3">{question.text}</legend>
      <div className="rating-scale">
        {digitWidths.map((width, index) => {
          const value = index + 1
          return (
            <a
              key={value}
              href={href}
              rel="nofollow"
              aria-label={`${answerLabel(value, low, high)} – anmelden und abstimmen`}
              data-tap=""
              onClick={inPlace(() => onAnswer(value))}
            >
              <span style={{ '--w': width }}>{value}</span>
            </a>
          )
        })}
      </div>
      <div className="rating-ends">
        <span>{low}</span>
        <span>{high}</span>
      </div>
      <CommunityVerdict verdict={verdict} />
    </fieldset>
  )
}

/** Accessible name of an answer; `low` and `high` are the meanings of 1 and 5. */
export function answerLabel(value: number, low: string, high: string): string {
  const meaning = value === 1 ? low : value === 5 ? high : null
  return meaning ? `${value} von 5, ${meaning}` : `${value} von 5`
}

/** Everybody's answers to a question: how many gave each, below the answer, then the average and their number. */
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
      <Thermometer value={(average - 1) * 25} />
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

/** Shown below the questions: the score of the past, and a hint. */
export function RatingFooter({ star, children }: { star: StarPage; children: ReactNode }) {
  return (
    <>
      <ScoreHistory history={star.history} />
      <p className="meta">{children}</p>
    </>
  )
}
