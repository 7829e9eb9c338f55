import type { StarCard } from '@hot/domain/contract/star'
import { starName } from '@hot/domain/star/name'
import { answerLabel, type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { starPath } from '@hot/domain/url/paths'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { Distinction } from '#web/entities/star/distinction.tsx'
import { starCode } from '#web/entities/star/fans.tsx'
import { Portrait } from '#web/entities/star/star-card.tsx'
import { voteTarget } from '#web/entities/star/star-targets.ts'
import { useSignInGate } from '#web/lib/auth/viewer/sign-in-request.ts'
import type { Wish } from '#web/lib/auth/viewer/sign-in-wish.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { digitWidths } from '../ratings/how-voted.tsx'
import '../ratings/rating.css'
import './star-voting.css'

type Answers = Partial<Record<StarQuestion['key'], number>>

const signInTexts = {
  title: 'Deine Antworten sind gemerkt',
  description: 'Zum Bewerten brauchst du ein Konto. Danach zählen sie, und der Stapel geht weiter.',
}

/**
 * One card for guests to try. The answers are kept, and sent after signing in. A form whose fields hold the answers, so
 * that taps before hydration count; without JavaScript it leads to the sign-in.
 */
export function GuestCard({ star }: { star: StarCard }) {
  const [answers, setAnswers] = useState<Answers | null>(null)
  const [isEmpty, setEmpty] = useState(false)
  const client = useQueryClient()
  const gate = useSignInGate(signInTexts)
  const signIn = (given: Answers) =>
    gate(
      () => starCode.load(client).then((code) => code.rate(star.id, given), starCode.sayNotLoaded),
      starQuestions.flatMap(({ key }): Wish[] => (given[key] ? [[voteTarget(key, star.id), String(given[key])]] : [])),
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = answersIn(new FormData(event.currentTarget))
    const isEmpty = Object.keys(given).length === 0
    setEmpty(isEmpty)
    if (isEmpty) return
    setAnswers(given)
    signIn(given)
  }
  return (
    <div className="voting">
      {answers && (
        <Door star={star} answers={answers} onSignIn={() => signIn(answers)} onBack={() => setAnswers(null)} />
      )}
      {/* Stays mounted, so that the answers are there on the way back. */}
      <form action="/auth" hidden={answers !== null} onSubmit={submit}>
        <input type="hidden" name="weiter" value="/stars/voting" />
        <Card star={star} />
        <p className="mt-4 grid gap-2">
          {isEmpty && <span role="alert">Gib erst eine Antwort, von 1 bis 5.</span>}
          <Button type="submit" variant="hot" wide>
            Abstimmen
          </Button>
        </p>
      </form>
    </div>
  )
}

function answersIn(form: FormData): Answers {
  const given = starQuestions.flatMap(({ key }) => (form.get(key) ? [[key, Number(form.get(key))]] : []))
  return Object.fromEntries(given)
}

function Card({ star }: { star: StarCard }) {
  return (
    <article className="voting-card">
      <Portrait id={star.id} name={starName(star)} src={star.avatar_url} eager />
      <div className="voting-body">
        <h2 className="type-h2">
          <Link to={starPath(star.slug)}>
            {starName(star)}
            <Distinction star={star} />
          </Link>
        </h2>
        {starQuestions.map((question) => (
          <Question key={question.key} question={question} />
        ))}
      </div>
    </article>
  )
}

function Question({ question: { key, text, ends } }: { question: StarQuestion }) {
  const [low, high] = ends
  return (
    <fieldset className="rating">
      <legend className="type-h3">{text}</legend>
      <div className="rating-scale">
        {digitWidths.map((width, index) => (
          <label key={width} style={{ '--w': width }}>
            <input type="radio" name={key} value={index + 1} aria-label={answerLabel(index + 1, low, high)} />
            <span>{index + 1}</span>
          </label>
        ))}
      </div>
      <div className="rating-ends" aria-hidden="true">
        <span>{low}</span>
        <span>{high}</span>
      </div>
    </fieldset>
  )
}

type DoorProps = { star: StarCard; answers: Answers; onSignIn: () => void; onBack: () => void }

/** What comes after the first card. */
function Door({ star, answers, onSignIn, onBack }: DoorProps) {
  const given = starQuestions.map(({ key }) => answers[key] ?? '–').join(' · ')
  return (
    <section className="grid gap-3.5 border-2 border-ink bg-sheet p-5">
      <h2 className="type-h3">{signInTexts.title}</h2>
      <p>
        {starName(star)}: {given}
      </p>
      <p>{signInTexts.description}</p>
      <p className="flex flex-wrap gap-2">
        <Button variant="strong" onClick={onSignIn}>
          Anmelden
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Zurück zur Karte
        </Button>
      </p>
    </section>
  )
}
