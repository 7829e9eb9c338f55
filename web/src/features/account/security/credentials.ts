import { runtimeConfig } from '#web/lib/api/config/runtime-config.ts'
import { authClient } from '#web/lib/auth/session/auth-client.ts'
import { isNative } from '#web/platform/device/shell-kind.ts'

/** Where the links in mails lead back to. The shells have no address of their own that a mail could open. */
async function callbackAddress(): Promise<string> {
  const origin = isNative ? (await runtimeConfig()).siteUrl : window.location.origin
  return `${origin}/auth/callback`
}

/** Begins a change of address: a mail to the old and one to the new. Throws AuthError. */
export async function askForNewEmail(email: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ email }, { emailRedirectTo: await callbackAddress() })
  if (error) throw error
}

/** Sends the links of a waiting change again. Throws AuthError. */
export async function resendNewEmail(email: string): Promise<void> {
  const client = await authClient()
  const options = { emailRedirectTo: await callbackAddress() }
  const { error } = await client.resend({ type: 'email_change', email, options })
  if (error) throw error
}

/** Sets a password; every other session of the account ends. Throws AuthError. */
export async function setPassword(password: string): Promise<void> {
  const { error } = await (await authClient()).updateUser({ password })
  if (error) throw error
}
