import { useCallback, useEffect, useState } from 'react'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { useSending } from '../forms/use-sending.ts'
import { failureText } from '../sign-in-error.ts'
import { answerFactor, askFactor, type SecondFactor, secondFactors } from './second-factor-calls.ts'

type Factors = { state: 'loading' } | { state: 'failed'; text: string } | { state: 'ready'; factors: SecondFactor[] }

/** Behaviour of the question for the second factor. `onDone` runs at aal2. */
export function useSecondFactor(onDone: () => void) {
  const sending = useSending()
  const [factors, setFactors] = useState<Factors>({ state: 'loading' })
  const [chosen, setChosen] = useState(0)
  /** A phone's challenge sends an SMS and stays open; an app's is begun with the answer. */
  const [challengeId, setChallengeId] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)

  const load = useCallback(() => {
    setFactors({ state: 'loading' })
    secondFactors().then(
      (found) => setFactors({ state: 'ready', factors: found }),
      (error) => setFactors({ state: 'failed', text: failureText(error) }),
    )
  }, [])
  useEffect(load, [load])

  const factor = factors.state === 'ready' ? factors.factors[chosen] : undefined
  const fail = (title: string) => (error: unknown) => {
    const text = failureText(error)
    setTrouble(text)
    showToast({ kind: 'error', from: 'signIn', title, text })
  }
  const start = (action: (factor: SecondFactor) => Promise<void>, title: string) => {
    if (!factor) return
    setTrouble(null)
    sending.send(() => action(factor).catch(fail(title)))
  }
  return {
    factors,
    factor,
    load,
    sending,
    trouble,
    asked: factor?.kind === 'totp' || challengeId !== null,
    choose(index: number) {
      setChosen(index)
      setChallengeId(null)
    },
    sendSms: () => start(async (phone) => setChallengeId(await askFactor(phone)), 'SMS nicht gesendet'),
    answer: (code: string) =>
      start(async (factor) => {
        await answerFactor(factor, challengeId ?? (await askFactor(factor)), code)
        onDone()
      }, 'Code nicht angenommen'),
  }
}
