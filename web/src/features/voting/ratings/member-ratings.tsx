import type { StarPage } from '@hot/domain/contract/star'
import { type StarQuestion, starQuestions } from '@hot/domain/star/questions'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { showFailure } from '#web/entities/star/fans/act-on-star.ts'
import { starMarks, useWaitingVotes, voteKey } from '#web/entities/star/star-votes.ts'
import { whenReadyToWrite } from '#web/lib/auth/viewer/writing-gate.ts'
import { useOwnMark } from '#web/lib/offline/queued-writes/own-reactions.ts'
import { RatingNote } from './rating-callout.tsx'
import { RatingScale } from './rating-scale.tsx'

/** The three questions with the member's own answers, changeable; choosing an answer again takes it back. */
export default function MemberRatings({ star }: { star: StarPage }) {
  const cache = useQueryClient()
  const waiting = useWaitingVotes()
  useEffect(() => {
    // Without an answer nothing is marked; a vote that is given is shown and counts all the same.
    starMarks(cache, showFailure)
      .learnStar(star.id)
      .catch(() => undefined)
  }, [cache, star.id])
  return (
    <div className="grid gap-6">
      {starQuestions.map((question) => (
        <OwnAnswer key={question.key} starId={star.id} question={question} />
      ))}
      <RatingNote star={star}>
        {waiting > 0
          ? 'Kein Netz. Deine Antworten sind gemerkt und gehen raus, sobald du wieder online bist.'
          : 'Ändern geht jederzeit. Nochmal auf dieselbe Zahl tippen nimmt die Antwort zurück.'}
      </RatingNote>
    </div>
  )
}

function OwnAnswer({ starId, question: { key, text, ends } }: { starId: string; question: StarQuestion }) {
  const mark = useOwnMark(voteKey(key, starId))
  const cache = useQueryClient()
  // At once, within the same frame: nothing is left to load here.
  const rate = (value: number | null) => whenReadyToWrite(() => starMarks(cache, showFailure).rate(starId, key, value))
  return (
    <RatingScale
      legend={text}
      low={ends[0]}
      high={ends[1]}
      value={mark ? Number(mark) : null}
      onChange={rate}
      onWithdraw={() => rate(null)}
    />
  )
}
