import { nicknameSchema } from '@hot/domain/member/nickname'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** The person pauses this long (ms) before the database is asked. */
const debounce = 400

export type NicknameState =
  | { kind: 'empty' }
  | { kind: 'refused'; text: string }
  | { kind: 'checking' }
  | { kind: 'free' }
  /** The question was not answered (throttled, offline); saving will tell. */
  | { kind: 'unknown' }

export const takenText = 'Der Name ist schon vergeben. Nimm einen anderen.'
const reasons = {
  form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
  reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
  taken: takenText,
} as const

async function ask(nickname: string): Promise<NicknameState> {
  const answer = await rpc('nickname_available', { p_nickname: nickname })
  return answer.reason === null ? { kind: 'free' } : { kind: 'refused', text: reasons[answer.reason] }
}

/** What can be said about a nickname while it is typed: rules at once, whether it is free after a pause. */
export function useNicknameState(typed: string): NicknameState {
  const [answer, setAnswer] = useState<{ nickname: string; state: NicknameState } | null>(null)
  const parsed = nicknameSchema.safeParse(typed)
  const nickname = parsed.success ? parsed.data : ''
  useEffect(() => {
    if (nickname === '') return
    let overtaken = false
    const timer = setTimeout(async () => {
      const state = await ask(nickname).catch((): NicknameState => ({ kind: 'unknown' }))
      if (!overtaken) setAnswer({ nickname, state })
    }, debounce)
    return () => {
      overtaken = true
      clearTimeout(timer)
    }
  }, [nickname])
  if (typed.trim() === '') return { kind: 'empty' }
  if (!parsed.success) return { kind: 'refused', text: parsed.error.issues[0]?.message ?? reasons.form }
  return answer?.nickname === nickname ? answer.state : { kind: 'checking' }
}
