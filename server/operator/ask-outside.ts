import { randomBytes } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import tls from 'node:tls'
import { backupBucket } from '@hot/embedded/backup/bucket'
import { BackupError } from '@hot/embedded/backup/installation'
import { tryMailServer } from '@hot/embedded/mailbox/try-mail-server'
import '../wire/backend-language.ts'
import { isPublicSite, type Settings } from '../settings/settings.ts'
import { unnamedHeader } from '../wire/client-address.ts'
import { causeLine } from '../wire/request-log.ts'
import type { OutsideFacts, SiteFacts } from './facts.ts'
import { isAboutCertificate, mailProblem, OWN_AUTHORITY } from './mail-remedies.ts'

/** In ms. */
const WITHIN = 10_000

/**
 * Whether a request for a socket arrives at HoT as one: HoT answers it with 401, for want of a key, and the same request
 * without its header, which is what a proxy makes of it, with 426. Undefined: something else answers.
 */
function takesSockets(siteUrl: string): Promise<boolean | undefined> {
  const { request } = siteUrl.startsWith('https:') ? https : http
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  }
  return new Promise((resolve) => {
    const asked = request(`${siteUrl}/realtime/v1/websocket`, { headers, timeout: WITHIN })
    const told = (answer?: boolean) => {
      asked.destroy()
      resolve(answer)
    }
    asked.once('upgrade', () => told(true))
    asked.once('response', ({ statusCode }) => told(statusCode === 426 ? false : statusCode === 401 ? true : undefined))
    asked.once('timeout', () => told())
    // Why it cannot be reached is told by the request for /health.
    asked.once('error', () => told())
    asked.end()
  })
}

/** What nginx turns away unless it is told otherwise is 1 MB; a picture may have more. */
const UPLOAD_BYTES = 2 * 1024 ** 2

/** An upload without a key, which HoT refuses in JSON. A proxy that has a bound of its own answers 413 in its stead. */
async function refusesBytes(siteUrl: string): Promise<number | undefined> {
  const init = { method: 'POST', body: new Uint8Array(UPLOAD_BYTES), signal: AbortSignal.timeout(WITHIN) }
  try {
    const answer = await fetch(`${siteUrl}/storage/v1/object/avatars/doctor`, {
      ...init,
      headers: { 'content-type': 'application/octet-stream' },
    })
    await answer.body?.cancel()
    const isOurs = answer.headers.get('content-type')?.includes('json') === true
    return answer.status === 413 && !isOurs ? UPLOAD_BYTES : undefined
  } catch {
    return undefined // cut off while it was sent: nobody has named a bound
  }
}

/** What the proxy in front of a site does to requests that are not for a page. */
export async function askProxy(siteUrl: string): Promise<Pick<SiteFacts, 'takesSockets' | 'refusesBytes'>> {
  const [sockets, bytes] = await Promise.all([takesSockets(siteUrl), refusesBytes(siteUrl)])
  return {
    ...(sockets !== undefined && { takesSockets: sockets }),
    ...(bytes !== undefined && { refusesBytes: bytes }),
  }
}

async function askMail({ smtpUrl, siteUrl }: Settings): Promise<OutsideFacts['mail']> {
  if (!smtpUrl) return undefined
  const failed = mailProblem(await tryMailServer({ smtpUrl, siteUrl: siteUrl ?? 'http://localhost' }))
  return { problem: failed?.problem ?? null, remedy: failed?.remedy ?? '' }
}

/** Names of what is in the bucket are asked: that needs its address, its name and a key that may list. */
async function askCopies({ backup: { away } }: Settings): Promise<OutsideFacts['copies']> {
  if (!away.bucket) return undefined
  try {
    await backupBucket({ ...away.bucket, timeout: WITHIN }).names()
    return { problem: null, remedy: '' }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return {
      problem: `Sicherungen kommen nicht von dieser Maschine weg: ${error.message}`,
      remedy: 'Prüf HOT_BACKUP_S3_ENDPOINT, …_BUCKET, …_KEY und …_SECRET; npm run backup -- --send versucht es dann.',
    }
  }
}

/** From when until when the certificate that the site shows is valid; null: there is none to be seen. */
function certificateOf(siteUrl: string): Promise<SiteFacts['certificate']> {
  const { protocol, hostname, port } = new URL(siteUrl)
  if (protocol !== 'https:') return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = tls.connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: WITHIN })
    const told = (certificate: SiteFacts['certificate']) => {
      socket.destroy()
      resolve(certificate)
    }
    socket.once('secureConnect', () => {
      const { valid_from, valid_to } = socket.getPeerCertificate()
      const [from, until] = [Date.parse(valid_from), Date.parse(valid_to)]
      told(Number.isFinite(from) && Number.isFinite(until) ? { from, until } : null)
    })
    socket.once('timeout', () => told(null))
    // Why it cannot be reached is told by the request for /health.
    socket.once('error', () => told(null))
  })
}

/** The remedy of a certificate that is not accepted, by why. */
function certificateRemedy(said: string): string {
  if (/expired/i.test(said))
    return 'Erneuere es (certbot renew, dann systemctl reload nginx); Caddy tut das von selbst, wenn Port 80 und 443 von außen offen sind.'
  if (/altnames|does not match/i.test(said))
    return 'Gib dem Proxy ein Zertifikat, das auf den Namen in SITE_URL ausgestellt ist, oder berichtige SITE_URL.'
  return `Gib dem Proxy die ganze Kette (fullchain.pem). ${OWN_AUTHORITY}`
}

/** HoT's /health says JSON, also while it refuses. A proxy that does not reach it answers with a page of its own. */
export const isFromHot = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  (status === 200 || status === 503) && headers.get('content-type')?.includes('json') === true

/** The site as its visitors reach it, through proxy and TLS. */
async function askSite(settings: Settings): Promise<OutsideFacts['site']> {
  if (!settings.siteUrl || !isPublicSite(settings)) return undefined
  const url = `${settings.siteUrl}/health`
  const told = (problem: string, remedy: string) => ({ problem, remedy, at: null, askedAt: Date.now() })
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(WITHIN), redirect: 'manual' })
    await answer.body?.cancel()
    const at = Date.parse(answer.headers.get('date') ?? '')
    if (isFromHot(answer)) {
      const askedAt = Date.now()
      // HoT sends it exactly where it knows of https.
      const isToldHttps = !url.startsWith('https:') || answer.headers.has('strict-transport-security')
      const isToldVisitor = !answer.headers.has(unnamedHeader)
      const { siteUrl, supabase } = settings
      const [certificate, passing] = await Promise.all([
        certificateOf(siteUrl),
        // Browsers open sockets and send pictures to a Supabase project themselves.
        supabase ? {} : askProxy(siteUrl),
      ])
      return {
        ...{ problem: null, remedy: '', at: Number.isFinite(at) ? at : null, askedAt, certificate },
        ...{ isToldHttps, isToldVisitor, ...passing },
      }
    }
    return told(
      `${url} antwortet mit ${answer.status} statt mit HoT.`,
      'Läuft der Server, und leitet der Proxy alles an seinen Port weiter? Vorlagen stehen in deploy/.',
    )
  } catch (error) {
    const said = causeLine(error)
    return isAboutCertificate(said)
      ? told(`Das TLS-Zertifikat von ${settings.siteUrl} wird nicht anerkannt (${said}).`, certificateRemedy(said))
      : told(
          `${settings.siteUrl} ist von dieser Maschine aus nicht zu erreichen (${said}).`,
          'Zeigt der Name auf diese Maschine, läuft der Proxy, und sind Port 80 und 443 offen?',
        )
  }
}

/** Asks the mail server, the site's own address and the bucket of the backups; takes seconds. */
export async function askOutside(settings: Settings | undefined): Promise<OutsideFacts> {
  if (!settings) return {}
  const [mail, site, copies] = await Promise.all([askMail(settings), askSite(settings), askCopies(settings)])
  return { mail, site, copies }
}
