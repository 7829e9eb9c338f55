import { redirect } from '@tanstack/react-router'

/**
 * Specification §2 Account routes: who is not signed in is sent home. Until there are sessions that is everyone;
 * the sign-in issue asks for the session here. Temporary (307), because the address itself stays right.
 */
export function guestsGoHome(): never {
  throw redirect({ to: '/', replace: true })
}
