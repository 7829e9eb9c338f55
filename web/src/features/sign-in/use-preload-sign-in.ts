import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { expectToasts } from '#web/ui/feedback/toasts.ts'
import { signUpSettingsQuery } from './sign-up-settings.ts'

/** While the person still reads and types: the client's code and the operator's settings. */
export function useHeadStart(): void {
  useQuery(signUpSettingsQuery)
  useEffect(() => {
    expectToasts()
    // Whatever is wrong with it is said when it is needed.
    authClient().catch(() => {})
  }, [])
}
