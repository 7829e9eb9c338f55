import { accountNotification, digestByCode } from '@hot/domain/contract/account/account'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import type { OutgoingMail } from '@hot/embedded/mailbox/mailbox'
import type { Handler } from 'hono'
import { z } from 'zod'
import type { PublicRpc } from '../link/backend-watch.ts'
import { pushMessage } from '../push/push-message.ts'
import type { Env } from '../wire/client-address.ts'
import { withList } from './mail-list.ts'

/** Where the mails' links lead to end them. */
export const unsubscribePath = '/abbestellen'

/** Values of `private.digest_values()`: the latest notifications as JSON, how many there are, and the member's code. */
const digestData = z.object({ items: z.string(), total: z.coerce.number().int(), code: z.uuid() })

/**
 * The mail about what is unread. It says what the lock screen would say: no excerpts and no reasons. Mail programs end
 * it by a press of their own (RFC 8058). Throws for values that the database does not write.
 */
export function digestMail(template: string, to: string, data: unknown, siteUrl: string): OutgoingMail {
  const { items, total, code } = digestData.parse(data)
  const messages = z
    .array(accountNotification)
    .parse(JSON.parse(items))
    .map((notification) => pushMessage({ notification, unread: total }))
  const lines = messages.map(({ title, body, path }) => ({ text: title === 'HoT' ? body : `${title}: ${body}`, path }))
  const list = withList(template, lines, siteUrl)
  const rest = total - messages.length
  const mail = mailOf(list.template, to, {
    ...list.values,
    Rest: rest > 0 ? `Und noch ${rest} weitere.` : 'Das war alles.',
    SiteURL: siteUrl,
    Email: to,
    ConfirmationURL: `${siteUrl}/account/benachrichtigungen`,
    // In the hash, which browsers do not send: a scanner that follows the link changes nothing, and no log has the code.
    UnsubscribeURL: `${siteUrl}${unsubscribePath}#${code}`,
  })
  return { ...mail, unsubscribe: `${siteUrl}${unsubscribePath}?code=${code}` }
}

/** Ends the mails of the member with this code; a mail program posts here (RFC 8058). An unknown code ends nothing. */
export const unsubscribeRoute =
  (rpc: PublicRpc): Handler<Env> =>
  async (c) => {
    const code = (c.req.query('code') ?? '').slice(0, 100)
    await rpc('set_digest_by_code', digestByCode, { p_code: code, p_rhythm: 'off' })
    return c.text('Abbestellt.', 200, { 'cache-control': 'no-store' })
  }
