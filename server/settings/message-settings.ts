import type { BackendOptions } from '@hot/embedded'

/** What the embedded backend may send, and through whom. A Supabase project has settings of its own for that. */
export type MessageSettings = Pick<BackendOptions, 'smsHook' | 'rates'>

type Environment = Readonly<Record<string, string | undefined>>
const mostMailsPerHour = 1_000_000

/** Reads the mail limit and the endpoint for text messages; one German line for each wrong value. */
export function readMessageSettings(env: Environment): MessageSettings & { problems: string[] } {
  const value = (name: string) => env[name]?.trim() || undefined
  const problems: string[] = []

  const mails = value('HOT_MAILS_PER_HOUR')
  if (mails !== undefined && !(/^[1-9]\d*$/.test(mails) && Number(mails) <= mostMailsPerHour))
    problems.push(`HOT_MAILS_PER_HOUR muss eine Zahl von 1 bis ${mostMailsPerHour} sein: »${mails}«.`)

  const url = value('HOT_SMS_HOOK_URL')
  const secret = value('HOT_SMS_HOOK_SECRET')
  if (url && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
    problems.push(`HOT_SMS_HOOK_URL muss eine Adresse mit https sein: »${url}«.`)
  if (Boolean(url) !== Boolean(secret))
    problems.push('Für Codes per SMS braucht HoT HOT_SMS_HOOK_URL und HOT_SMS_HOOK_SECRET.')

  return {
    problems,
    rates: mails === undefined ? undefined : { mails: { times: Number(mails), seconds: 3600 } },
    smsHook: url && secret ? { url, secret } : undefined,
  }
}
