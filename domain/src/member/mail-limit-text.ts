/**
 * The limits of mails that sign-in has: a mailbox and a network wait up to an hour, one mail of a kind is a minute apart, and
 * a whole site that has sent its share waits for minutes, which its message names. GoTrue has one code for all of them.
 */
const ofSite = /^email rate limit exceeded for the whole site\D*(\d+) seconds/i
const ofMailbox = /^email rate limit exceeded/i

const inMinutes = (seconds: number) => {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  return minutes === 1 ? 'in einer Minute' : `in ${minutes} Minuten`
}

/** What somebody reads to whom no mail is sent now (`over_email_send_rate_limit`), by the English message. */
export function mailLimitText(message: string): string {
  const seconds = ofSite.exec(message)?.[1]
  if (seconds !== undefined)
    return `Gerade gehen viele Mails raus, deine ist noch nicht dabei. Versuch es ${inMinutes(Number(seconds))} noch einmal.`
  if (ofMailbox.test(message))
    return 'In der letzten Stunde gingen zu viele Mails raus. Schau auch im Spam-Ordner nach, sonst versuch es in einer Stunde noch einmal.'
  return 'Gerade ging schon eine Mail raus. Warte eine Minute und versuch es dann noch einmal.'
}
