import { useQueryClient } from '@tanstack/react-query'
import { refreshProfile } from '#web/lib/auth/session/session-actions.ts'
import { accountKey } from '../account-queries.ts'
import { useMember } from '../member.tsx'

/** After the own profile was changed: header, account and public profile show the new one. */
export function useProfileChanged(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { user } = useMember()
  return async () => {
    await Promise.all([
      refreshProfile(),
      queryClient.invalidateQueries({ queryKey: accountKey(user.id) }),
      queryClient.invalidateQueries({ queryKey: ['profiles'] }),
    ])
  }
}
