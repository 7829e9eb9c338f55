import { refusalOf } from '#web/lib/api/rpc/failure-text.ts'

const signInAgain = 'Nicht berechtigt - bitte erneut anmelden'

/** Refusals whose sentence the database writes, because it names a person or a cause. */
const spoken = new Set([
  'not_allowed',
  'case_fields',
  'case_type',
  'case_action',
  'reason_required',
  'ban_days',
  'report_closed',
  'own_case',
  'ban_too_long',
  'staff_ban',
  'report_gone',
  'target_gone',
  'author_gone',
  'case_fetch_failed',
  'case_preparation_failed',
  'take_down_failed',
  'comment_deletion_failed',
])

/** Texts for `useAction`: a session that has ended is refused before any function of ours runs. */
export const caseRefusals = (): Record<string, string> => ({
  '42501': signInAgain,
  PGRST301: signInAgain,
  PGRST303: signInAgain,
})

/** Runs `act`; a refusal the database has words for leaves them in `texts`, which `useAction` reads right after. */
export async function withSpokenRefusal<Answer>(
  texts: Record<string, string>,
  act: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await act()
  } catch (error) {
    const refusal = refusalOf(error)
    if (spoken.has(refusal) && error instanceof Error) texts[refusal] = error.message
    throw error
  }
}
