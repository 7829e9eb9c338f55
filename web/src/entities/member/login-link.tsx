import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { requestSignIn, type SignInRequest } from '#web/lib/auth/viewer/sign-in-request.ts'

type Props = { className: string; request?: SignInRequest; children: ReactNode }

/** Opens the sign-in dialog; without JavaScript it leads to the page. Not drawn for somebody whose session is stored. */
export function LoginLink({ className, request, children }: Props) {
  const open = (event: MouseEvent) => {
    // A new tab or window is the browser's business.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    requestSignIn(request)
  }
  return (
    <Link to="/auth" data-track="login" className={`${className} in-[[data-viewer]]:hidden`} onClick={open}>
      {children}
    </Link>
  )
}
