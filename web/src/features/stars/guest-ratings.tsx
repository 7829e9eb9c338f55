import { signInPath, starPath } from '@hot/domain/paths'
import type { StarPage } from '@hot/domain/wire/star'
import { formatScore } from '#web/ui/format-number.ts'
import { type StarQuestion, starQuestions } from './star-questions.ts'

/** The hotter the answer, the wider its digit (percent of the face). */
const steps = [
  { value: 1, width: 62 },
  { value: 2, width: 78 },
  { value: 3, width: 94 },
  { value: 4, width: 110 },
  { value: 5, width: 125 },
]

/** The three questions as a guest meets them: every answer leads to the sign-in and back. */
export function GuestRatings({ star }: { star: StarPage }) {
  const href = signInPath(starPath(star.slug))
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <GuestQuestion key={question.key} question={question} href={href} />
      ))}
      <div className="meta">
        <p>Zum Abstimmen meldest du dich an. Ändern kannst du jede Antwort später.</p>
        <p>{averageText(star)}</p>
      </div>
    </div>
  )
}

function GuestQuestion({ question, href }: { question: StarQuestion; href: string }) {
  const [low, high] = question.ends
  return (
    <fieldset className="rating">
      <legend className="type-h3">{question.text}</legend>
      <div className="rating-scale">
        {steps.map(({ value, width }) => (
          <a key={value} href={href} rel="nofollow" aria-label={answerLabel(value, low, high)}>
            <span style={{ '--w': `${width}%` }}>{value}</span>
          </a>
        ))}
      </div>
      <div className="rating-ends">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </fieldset>
  )
}

function answerLabel(value: number, low: string, high: string): string {
  const meaning = value === 1 ? `, ${low}` : value === 5 ? `, ${high}` : ''
  return `${value} von 5${meaning} – anmelden und abstimmen`
}

/** Averages of everybody, in the order of the questions. */
function averageText(star: StarPage): string {
  const averages = starQuestions.map(({ key }) => star[key].average)
  if (averages.some((average) => average === null)) return ''
  return `Alle zusammen: ${averages.map((average) => formatScore(average ?? 0)).join(' · ')}`
}
