import { documentPolicy, inlineHashes } from '../wire/security-headers.ts'

type Action = { label: string; href: string }
type PageText = { title: string; text: string; actions: readonly Action[]; hint?: string }

const home: Action = { label: 'Zur Startseite', href: '/' }
const support = 'Falls das Problem weiterhin besteht, kontaktiere uns über das Support-System.'

/** The same texts as the app's global error screen. */
const globalError = (retry: string): PageText => ({
  title: 'Ups! Etwas ist schief gelaufen',
  text: 'Ein unerwarteter Fehler ist aufgetreten. Wir wurden automatisch benachrichtigt.',
  actions: [{ label: 'Erneut versuchen', href: retry }, home],
  hint: support,
})

/** Overloaded, or the database restarts: temporary. */
const busy = (retry: string): PageText => ({
  title: 'Gerade antwortet HoT nicht',
  text: 'Es ist zu viel los, oder die Datenbank startet neu. Warte ein paar Sekunden und versuch es dann noch einmal.',
  actions: [{ label: 'Erneut versuchen', href: retry }, home],
})

const texts: Readonly<Record<number, PageText>> = {
  400: {
    title: 'Diese Adresse stimmt nicht',
    text: 'In ihr stehen Zeichen, die keine Seite hat. Prüfe den Link oder fang auf der Startseite an.',
    actions: [home],
  },
  404: {
    title: 'Diese Seite wurde rausgewählt.',
    text: 'Hier ist nichts mehr, oder hier war nie etwas.',
    actions: [home],
  },
  405: {
    title: 'So geht das hier nicht',
    text: 'Diese Seite lässt sich nur ansehen. Geh zurück und versuch es noch einmal.',
    actions: [home],
  },
  408: {
    title: 'Das hat zu lange gedauert',
    text: 'Deine Anfrage kam nicht vollständig bei uns an. Prüf deine Verbindung und versuch es noch einmal.',
    actions: [home],
  },
  414: {
    title: 'Diese Adresse ist zu lang',
    text: 'So lange Suchbegriffe haben wir nicht. Kürze sie und such noch einmal.',
    actions: [{ label: 'Zu den Stars', href: '/stars' }, home],
  },
  431: {
    title: 'Diese Anfrage ist zu groß',
    text: 'Dein Browser schickt zu viel auf einmal. Kürze die Adresse oder lösche die Daten dieser Seite.',
    actions: [home],
  },
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character)

/** Design tokens, duplicated here because these pages must not depend on any other file. */
const style = `:root{color-scheme:light dark;--paper:#F6F5E9;--ink:#16130E;--ink-2:#4F4A3B;--hot:#F43F12;--danger:#A50F34}
@media (prefers-color-scheme:dark){:root{--paper:#0A0A0A;--ink:#F4F1E3;--ink-2:#BDB8A6;--hot:#FF5A30;--danger:#FF8A9E}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
header{height:64px;border-bottom:2px solid;display:flex;align-items:center;padding:0 16px}header a{color:inherit;text-decoration:none;font:700 28px/1 "Arial Narrow",Arial,sans-serif}header b{color:var(--hot)}
main{max-width:640px;margin:32px 16px;border:2px solid var(--danger);padding:20px}h1{font:700 32px/1.05 "Arial Narrow",Arial,sans-serif;margin:0 0 12px}p{margin:0 0 16px;color:var(--ink-2);overflow-wrap:anywhere}
.do{display:flex;flex-wrap:wrap;gap:12px;margin:0 0 16px}.do a{display:inline-flex;align-items:center;min-height:44px;padding:0 20px;border:2px solid;border-radius:999px;color:var(--ink);font-weight:650;text-decoration:none}.do a:first-child{background:var(--ink);border-color:var(--ink);color:var(--paper)}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}@media (min-width:700px){main{margin:48px auto}}`

/** A complete German document without backend or script. `more`: additional CSS rules. */
export function plainDocument(title: string, main: string, more = ''): string {
  return `<!doctype html>
<html lang="de"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} – HoT</title><style>${style}${more}</style></head>
<body><header><a href="/">H<b>o</b>T</a></header><main><h1>${escapeHtml(title)}</h1>${main}</main></body></html>
`
}

/** The page for a status; from 500 on with a link that tries the same URL again. */
export function plainPage(status: number, retry = '/'): string {
  const { title, text, actions, hint } = texts[status] ?? (status === 503 ? busy(retry) : globalError(retry))
  const links = actions.map(({ label, href }) => `<a href="${escapeHtml(href)}">${label}</a>`).join('')
  const note = hint ? `<p>${escapeHtml(hint)}</p>` : ''
  return plainDocument(title, `<p>${escapeHtml(text)}</p><p class="do">${links}</p>${note}`)
}

/** The policy of such a document; `more` as passed to it, `scripts` as they appear in its main part. */
export const plainPolicy = (more = '', scripts: string[] = []): string =>
  documentPolicy(inlineHashes({ styles: [style + more], scripts }))

export const plainHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': plainPolicy(),
}

/** Retry-After seconds of a failed page. */
const retryAfter = 5

export function plainResponse(status: number, retry?: string): Response {
  const headers: Record<string, string> = { ...plainHeaders }
  if (status === 503) headers['retry-after'] = String(retryAfter)
  return new Response(plainPage(status, retry), { status, headers })
}
