import { signInPath } from '@hot/domain/paths'
import { useNavigate } from '@tanstack/react-router'

/** For actions that need a member: sends a guest to sign-in, with the way back to this very place. */
export function useSignInGate(): () => void {
  const navigate = useNavigate()
  return () => {
    const { pathname, search, hash } = window.location
    void navigate({ href: signInPath(pathname + search + hash) })
  }
}
