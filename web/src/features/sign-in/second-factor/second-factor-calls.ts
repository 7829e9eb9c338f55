import { openClient } from '../auth-calls.ts'

/** A verified second factor of the account. */
export type SecondFactor = { id: string; kind: 'totp' | 'phone'; name: string }

/** Those that can be asked for, the app's codes first. Rejects with auth-js' error. */
export async function secondFactors(): Promise<SecondFactor[]> {
  const client = await openClient()
  const { data, error } = await client.mfa.listFactors()
  if (error) throw error
  const named = (kind: SecondFactor['kind']) =>
    data[kind].map(({ id, friendly_name }) => ({ id, kind, name: friendly_name ?? '' }))
  return [...named('totp'), ...named('phone')]
}

/** Begins the question; for a phone this sends the SMS. Answers the challenge's id. */
export async function askFactor({ id, kind }: SecondFactor): Promise<string> {
  const client = await openClient()
  const { data, error } = await client.mfa.challenge(
    kind === 'phone' ? { factorId: id, channel: 'sms' } : { factorId: id },
  )
  if (error) throw error
  return data.id
}

/** Lifts the session to aal2. */
export async function answerFactor({ id }: SecondFactor, challengeId: string, code: string): Promise<void> {
  const client = await openClient()
  const { error } = await client.mfa.verify({ factorId: id, challengeId, code })
  if (error) throw error
}
