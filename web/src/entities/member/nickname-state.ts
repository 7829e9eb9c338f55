import { nicknameSchema } from '@hot/domain/member/nickname'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

/** A nickname is looked at after this pause in typing (ms). */
const debounceMs = 400

type NicknameState =
  /** Nothing typed, or the member's own. */
  | { kind: 'empty' }
  | { kind: 'refused'; text: string }
  | { kind: 'checking' }
  | { kind: 'free' }
  /** The check failed, for example when throttled or offline; saving decides. */
  | { kind: 'unknown' }

export const nicknameTaken = 'Der Name ist schon weg. Nimm einen anderen.'

const reasons = {
  form: 'So darf ein Name nicht aussehen. Nimm einen anderen.',
  reserved: 'Diesen Namen vergeben wir nicht. Nimm einen anderen.',
  taken: nicknameTaken,
} as const

async function checkNickname(typed: string): Promise<NicknameState> {
  const parsed = nicknameSchema.safeParse(typed)
  if (!parsed.success) return { kind: 'refused', text: parsed.error.issues[0]?.message ?? reasons.form }
  // Sent by POST, because the database counts these requests for its rate limit.
  const answer = await rpc('nickname_available', { p_nickname: parsed.data })
  return answer.reason === null ? { kind: 'free' } : { kind: 'refused', text: reasons[answer.reason] }
}

/**
 * Whether the typed nickname may be had: rules and availability, after a pause, so that nobody hears of a mistake between two
 * letters. The text of a refusal belongs to the field, as its error.
 */
export function useNicknameState(typed: string, own = ''): NicknameState {
  const [answer, setAnswer] = useState<{ typed: string; state: NicknameState } | null>(null)
  const isNew = typed.trim() !== '' && typed !== own
  useEffect(() => {
    if (!isNew) return
    let outdated = false
    const timer = setTimeout(async () => {
      const state = await checkNickname(typed).catch((): NicknameState => ({ kind: 'unknown' }))
      if (!outdated) setAnswer({ typed, state })
    }, debounceMs)
    return () => {
      outdated = true
      clearTimeout(timer)
    }
  }, [typed, isNew])
  if (!isNew) return { kind: 'empty' }
  return answer?.typed === typed ? answer.state : { kind: 'checking' }
}

/** What is said of a nickname that is not refused. */
export const nicknameTexts: Record<Exclude<NicknameState['kind'], 'refused'>, string> = {
  empty: '',
  checking: 'Wird geprüft …',
  free: 'Der Name ist frei.',
  unknown: 'Ob er frei ist, sehen wir beim Speichern.',
}
