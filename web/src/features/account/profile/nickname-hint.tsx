import type { NicknameAvailability } from '@hot/domain/contract/account/account'
import { nicknameSchema } from '@hot/domain/member/nickname'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { rpc } from '#web/lib/api/rpc/rpc.ts'

const askAfterMs = 400

/** The value once nothing was typed for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), askAfterMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Below the field: whether the name is free. Saving asks again; a question that fails just keeps the rules in view. */
export function NicknameHint({ nickname, own }: { nickname: string; own: string | null }) {
  const settled = useSettled(nickname)
  const { success } = nicknameSchema.safeParse(settled)
  const asking = success && settled !== own
  const { data } = useQuery({
    queryKey: ['account', 'nickname-available', settled],
    // By POST: the database counts the questions.
    queryFn: () => rpc('nickname_available', { p_nickname: settled }),
    enabled: asking,
    retry: false,
  })
  const known = asking && settled === nickname ? data : undefined
  return <span aria-live="polite">{known ? answer(known) : '3 bis 20 Zeichen. Alte Adressen leiten weiter.'}</span>
}

function answer({ available, reason }: NicknameAvailability): string {
  if (available) return 'Der Name ist frei.'
  return reason === 'taken' ? 'Der Name ist schon weg.' : 'Diesen Namen vergeben wir nicht.'
}
