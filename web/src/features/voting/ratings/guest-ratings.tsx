import type { StarPage } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { signInPath, starPath } from '@hot/domain/url/paths'
import type { ReactNode } from 'react'
import { inPlace, starCode } from '#web/entities/star/fans.tsx'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import { formatScore } from '#web/ui/data/format-number.ts'

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
          href={href}
          onAnswer={(value) => rate(question.key, value)}
        />
      ))}
      <RatingFooter star={star}>Zum Abstimmen meldest du dich an. Ändern kannst du jede Antwort später.</RatingFooter>
    </div>
  )
}

type QuestionProps = { question: StarQuestion; href: string; onAnswer: (value: number) => void }

function GuestQuestion({ question, href, onAnswer }: QuestionProps) {
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
    </fieldset>
  )
}

/** Accessible name of an answer; `low` and `high` are the meanings of 1 and 5. */
export function answerLabel(value: number, low: string, high: string): string {
  const meaning = value === 1 ? low : value === 5 ? high : null
  return meaning ? `${value} von 5, ${meaning}` : `${value} von 5`
}

/** Shown below the questions: a hint, and everyone's averages. */
export function RatingFooter({ star, children }: { star: StarPage; children: ReactNode }) {
  return (
    <div className="meta">
      <p>{children}</p>
      <p>{averageText(star)}</p>
    </div>
  )
}

/** Everyone's averages, in the order of the questions. */
function averageText(star: StarPage): string {
  const averages = starQuestions.map(({ key }) => star[key].average)
  if (averages.some((average) => average === null)) return ''
  return `Alle zusammen: ${averages.map((average) => formatScore(average ?? 0)).join(' · ')}`
}
