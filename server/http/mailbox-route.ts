import { timingSafeEqual } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Handler, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { LocalMailbox } from '../backend/local-mailbox.ts'
import { plainDocument, plainHeaders, plainPolicy, plainResponse } from '../pages/plain-page.ts'
import type { Env } from '../wire/client-address.ts'
import { isLoopback, namesLoopback, wasForwarded } from '../wire/client-address.ts'

const cookie = 'hot_mailbox'
const paths = ['/_mailbox', '/_mailbox.json'] as const
const noStore = { 'cache-control': 'no-store' }

const addressFile = (dataDir: string) => path.join(dataDir, 'mailbox-address.txt')

/** Writes the page's URL, with the token, to the data directory, readable by its owner only. Returns the URL. */
export function writeMailboxAddress(dataDir: string, site: string, token: string): string {
  const address = `${site}/_mailbox?token=${token}`
  const file = addressFile(dataDir)
  fs.rmSync(file, { force: true })
  fs.writeFileSync(file, `${address}\n`, { mode: 0o600 })
  return address
}

/** Removes the file of an earlier start, whose token is no longer valid. */
export const removeMailboxAddress = (dataDir: string): void => fs.rmSync(addressFile(dataDir), { force: true })

function isSame(given: string | undefined, token: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(token)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const bearer = (header: string | undefined) => /^Bearer\s+(\S+)$/i.exec(header ?? '')?.[1]

const locked = `<p>Hier liegen Mails mit Anmelde-Links. Nimm die Adresse, die HoT beim Start ausgegeben hat, oder die aus
<code>mailbox-address.txt</code> im Datenverzeichnis.</p>`

/** This is not an error, so the frame is not red. Links in mails have to wrap on phones. */
const style =
  'main{border-color:var(--ink)}h2{font-size:20px;line-height:1.2;margin:24px 0 8px;overflow-wrap:anywhere}pre{white-space:pre-wrap;overflow-wrap:anywhere}a{color:inherit}ul{padding-left:20px}'
const mailboxHeaders = { ...plainHeaders, 'content-security-policy': plainPolicy(style) }
const document = (main: string, status = 200) =>
  new Response(plainDocument('Postfach', main, style), { status, headers: mailboxHeaders })

/**
 * 404 unless the request comes from this machine, then 401 without the token: in the printed URL, in the cookie that
 * this URL sets, or as bearer token. HTTP/1.0 means a proxy: nginx uses it for upstream servers by default.
 */
function guarded(mailbox: LocalMailbox | undefined, answer: (mailbox: LocalMailbox) => Response): Handler<Env> {
  return (c) => {
    const { socket, headers, httpVersion } = c.env.incoming
    const isHere = isLoopback(socket.remoteAddress) && namesLoopback(headers.host) && httpVersion !== '1.0'
    if (!mailbox || !isHere || wasForwarded(headers)) return plainResponse(404)
    const given = c.req.query('token')
    const known = [given, getCookie(c, cookie), bearer(headers.authorization)]
    if (!known.some((value) => isSame(value, mailbox.token))) return document(locked, 401)
    if (given === undefined || c.req.path !== paths[0]) return answer(mailbox)
    // Redirects, so that the URL with the token does not stay in the browser's history.
    for (const at of paths) setCookie(c, cookie, mailbox.token, { path: at, httpOnly: true, sameSite: 'Strict' })
    c.header('cache-control', noStore['cache-control'])
    return c.redirect(paths[0], 303)
  }
}

/** `GET /_mailbox` as a page and `GET /_mailbox.json` as a list. */
export function addMailbox(app: Hono<Env>, mailbox: LocalMailbox | undefined): void {
  const page = ({ page }: LocalMailbox) => document(page())
  const list = ({ list }: LocalMailbox) => Response.json(list(), { headers: noStore })
  app.get(paths[0], guarded(mailbox, page))
  app.get(paths[1], guarded(mailbox, list))
}
