import type { StarPage } from '@hot/domain/contract/star'
import { answerLabel, type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { signInPath, starPath } from '@hot/domain/url/paths'
import { inPlace, starCode } from '#web/entities/star/fans.tsx'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useChoose } from '#web/lib/offline/queued-writes/use-choose.ts'
import { CommunityVerdict, digitWidths, HowItWasVoted } from './how-voted.tsx'

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
      <p className="meta">Zum Abstimmen meldest du dich an. Ändern kannst du jede Antwort später.</p>
      <HowItWasVoted star={star} verdict={({ key }) => <CommunityVerdict verdict={star[key]} />} />
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
    </fieldset>
  )
}
