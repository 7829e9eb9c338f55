import { redirect } from '@tanstack/react-router'

/** For an address that has moved for good: 301 from the server, a silent replacement in the app. */
export const permanentRedirect = (path: string) => redirect({ href: path, statusCode: 301, replace: true })
