import type { OwnDataExport } from '@hot/domain/contract/account/security'
import { groundTexts } from '@hot/domain/moderation/grounds'
import { exportLabels } from '@hot/domain/privacy/export-labels'
import { exportedTables } from '@hot/domain/privacy/exported-tables'
import { inventory, inventoryLabels } from '@hot/domain/privacy/inventory'
import { berlinDay } from '@hot/domain/time/berlin-time'
import { strToU8, zipSync } from 'fflate'

type Row = OwnDataExport['tables'][string][number]
type Entry = keyof typeof inventory

/** Everything a row holds was typed by somebody. The page is opened from a disk, where nothing else protects its reader. */
const escaped = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]/gu, '').replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const when = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Berlin' })
const day = new Intl.DateTimeFormat('de-DE', { dateStyle: 'long', timeZone: 'UTC' })
const count = new Intl.NumberFormat('de-DE')

/** Words of the database that mean little to people. Others stay as they are. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  role: {
    subject: 'es geht um dich',
    reporter: 'von dir gemeldet',
    decider: 'von dir entschieden',
    actor: 'von dir im Team getan',
    asked: 'an dich gerichtet',
    user: 'Mitglied',
    moderator: 'Moderation',
    admin: 'Admin',
  },
  target_type: { post: 'Beitrag', comment: 'Kommentar', profile: 'Profil' },
  status: {
    pending: 'offen',
    approved: 'freigegeben',
    rejected: 'abgelehnt',
    resolved: 'entschieden',
    dismissed: 'zurückgewiesen',
    upheld: 'bestätigt',
    overturned: 'aufgehoben',
  },
  action: {
    approved: 'freigegeben',
    rejected: 'abgelehnt',
    ignored: 'nichts unternommen',
    deleted: 'entfernt',
    warned: 'verwarnt',
    banned: 'gesperrt',
    unbanned: 'Sperre aufgehoben',
    restored: 'wiederhergestellt',
  },
  origin: {
    person: 'ein Mensch',
    rule: 'eine Regel',
    list: 'eine Wortliste',
    classifier: 'ein Programm',
    address: 'ein Programm, an der Mail-Adresse',
  },
  scope: { change: 'nur die Änderung', hidden: 'ausgeblendet, bis es geklärt ist' },
  rule: groundTexts,
  vote: { agree: 'glaube ich', disagree: 'glaube ich nicht' },
  reaction: { heart: 'Herz', poop: 'Haufen' },
}

const isInstant = (text: string) => /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/.test(text) && !Number.isNaN(Date.parse(text))
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

function valueHtml(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  if (typeof value === 'number') return count.format(value)
  if (Array.isArray(value)) {
    if (value.every((part) => typeof part !== 'object')) return value.map((part) => valueHtml(field, part)).join(', ')
    return `<ul>${value.map((part) => `<li>${valueHtml(field, part)}</li>`).join('')}</ul>`
  }
  if (typeof value === 'object' && value !== null) return fieldsHtml(value as Row)
  const text = String(value)
  if (isInstant(text)) return escaped(when.format(new Date(text)))
  if (isDay(text)) return escaped(day.format(new Date(text)))
  return escaped(words[field]?.[text] ?? text)
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** What is empty is left out here; the JSON has it. */
function fieldsHtml(row: Row): string {
  const fields = Object.entries(row).filter(([, value]) => !isEmpty(value))
  return `<dl>${fields
    .map(
      ([field, value]) =>
        `<div><dt>${escaped(exportLabels[field] ?? field)}</dt><dd>${valueHtml(field, value)}</dd></div>`,
    )
    .join('')}</dl>`
}

const entriesText = (rows: number) => (rows === 1 ? '1 Eintrag' : `${count.format(rows)} Einträge`)

const titleOf = (name: string) => exportedTables[name]?.title ?? name

function tableHtml(name: string, rows: readonly Row[]): string {
  const note = exportedTables[name]?.note
  const hint = note ? `<p class="note">${escaped(note)}</p>` : ''
  // A long list is opened by whoever wants it; what is searched for in the page opens by itself.
  return `<section><h3>${escaped(titleOf(name))}</h3>${hint}<details${rows.length > 5 ? '' : ' open'}><summary>${entriesText(rows.length)}</summary>${rows.map((row) => `<article>${fieldsHtml(row)}</article>`).join('')}</details></section>`
}

/** What holds nothing shares one line. */
function tablesHtml(names: readonly string[], tables: OwnDataExport['tables']): string {
  const empty = names.filter((name) => tables[name]?.length === 0)
  const nothing = `<p class="none">Nichts gespeichert: ${escaped(empty.map(titleOf).join(' · '))}.</p>`
  return `${names.map((name) => (empty.includes(name) ? '' : tableHtml(name, tables[name] ?? []))).join('')}${empty.length > 0 ? nothing : ''}`
}

function explanationHtml(entry: Entry): string {
  const lines = Object.entries(inventoryLabels).map(
    ([part, label]) =>
      `<div><dt>${label}</dt><dd>${escaped(inventory[entry][part as keyof typeof inventoryLabels])}</dd></div>`,
  )
  return `<dl class="why">${lines.join('')}</dl>`
}

/** A name for each chapter; without one, what the entry begins with. */
const chapters: Partial<Record<Entry, string>> = {
  account: 'Konto',
  links: 'Links aus Mails',
  sessions: 'Anmeldungen',
  networks: 'Bekannte Netze',
  factors: 'Zweiter Faktor',
  mails: 'Mails',
  posts: 'Beiträge und Kommentare',
  choices: 'Stimmen und Reaktionen',
  lists: 'Gemerkt, gefolgt, gelesen',
  notifications: 'Benachrichtigungen',
  push: 'Nachrichten auf deinem Gerät',
  reports: 'Meldungen',
  decisions: 'Entscheidungen des Teams',
  bans: 'Sperren über das Konto hinaus',
  usage: 'Statistik',
  suspicions: 'Registrierung und Einladungen',
  counters: 'Zähler',
  stars: 'Menschen aus dem Fernsehen',
  door: 'Als Star',
  log: 'Protokoll des Servers',
  backups: 'Sicherungskopien',
}

const headingOf = (entry: Entry) => {
  const [first = ''] = inventory[entry].what.split(/[:;]/)
  return chapters[entry] ?? first.charAt(0).toUpperCase() + first.slice(1)
}

const chapterHtml = (entry: Entry, tables: string) =>
  `<section class="chapter" id="${entry}"><h2>${escaped(headingOf(entry))}</h2><p>${escaped(`${inventory[entry].what}.`)}</p>${explanationHtml(entry)}${tables}</section>`

/** A member's export as one page, without scripts and without a network. Answers HTML. */
export function ownDataPage({ exported_at, tables }: OwnDataExport): string {
  const names = [...new Set([...Object.keys(exportedTables), ...Object.keys(tables)])].filter((name) => name in tables)
  const filled = (Object.keys(inventory) as Entry[]).map((entry) => ({
    entry,
    held: names.filter((name) => (exportedTables[name]?.entry ?? 'account') === entry),
  }))
  const inFile = filled.filter(({ held }) => held.length > 0)
  const outside = filled.filter(({ held }) => held.length === 0)
  const contents = inFile.map(({ entry, held }) => {
    const rows = held.reduce((sum, name) => sum + (tables[name]?.length ?? 0), 0)
    return `<li><a href="#${entry}">${escaped(headingOf(entry))}</a> <span>${entriesText(rows)}</span></li>`
  })
  return `<!doctype html>
<html lang="de">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>Deine Daten bei HoT</title>
<style>${ownDataStyle}</style>
</head>
<body>
<header><p class="brand">HoT</p><h1>Deine Daten</h1>
<p>Stand: ${escaped(when.format(new Date(exported_at)))} Uhr. Das ist alles, was HoT über dich gespeichert hat, mit dem, was du darüber wissen musst: wozu, auf welcher Grundlage, wer es sieht und wie lange es bleibt (Art. 15 DSGVO).</p>
<p>Nicht dabei sind Geheimnisse, die dein Konto schützen (Passwort, Schlüssel, Codes), und Daten anderer Menschen. Dieselben Angaben stehen für Programme in der JSON-Datei daneben (Art. 20 DSGVO). Wer außer uns Daten bekommt, welche Rechte du hast und bei wem du dich beschweren kannst, steht auf der Website unter „Datenschutz“.</p></header>
<nav aria-label="Inhalt"><ul>${contents.join('')}<li><a href="#sonst">Was nicht in dieser Datei steht</a></li></ul></nav>
<main>${inFile.map(({ entry, held }) => chapterHtml(entry, tablesHtml(held, tables))).join('')}
<section class="chapter" id="sonst"><h2>Was nicht in dieser Datei steht</h2><p>Das gibt es außerdem. Es ist geheim, gehört niemandem zu oder vergeht zu schnell, um es herauszugeben.</p>
${outside.map(({ entry }) => `<section><h3>${escaped(headingOf(entry))}</h3><p>${escaped(`${inventory[entry].what}.`)}</p>${explanationHtml(entry)}</section>`).join('')}</section></main>
</body>
</html>
`
}

/** A member's export as a ZIP: the page for people, and the JSON for programs. Loaded when somebody asks for it. */
export function ownDataArchive(data: OwnDataExport): Uint8Array<ArrayBuffer> {
  const name = `hot-daten-${berlinDay(data.exported_at)}`
  const files = {
    [`${name}.html`]: strToU8(ownDataPage(data)),
    [`${name}.json`]: strToU8(JSON.stringify(data, null, 2)),
  }
  return zipSync(files, { mtime: new Date(data.exported_at) })
}

/** Styles of the page in a member's export: it stands alone, so the site's own are not at hand. */
const ownDataStyle = `
:root{color-scheme:light dark;--ink:#1b1420;--paper:#fdf9f5;--soft:#6a5f70;--line:#e2d8dd;--card:#fff;--pop:#b3124e}
@media (prefers-color-scheme:dark){:root{--ink:#f5edf2;--paper:#17111b;--soft:#b6a8b6;--line:#3a2e40;--card:#211827;--pop:#ff8db4}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:60rem;padding:2rem 1rem 4rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;overflow-wrap:anywhere}
.brand{margin:0;font-weight:900;letter-spacing:.04em;color:var(--pop)}
h1{margin:.2rem 0 1rem;font-size:clamp(2rem,8vw,3.2rem);line-height:1.05;letter-spacing:-.02em}
h2{margin:0 0 .5rem;font-size:1.6rem;line-height:1.15}
h3{margin:1.75rem 0 .4rem;font-size:1.1rem}
p{max-width:68ch}
a{color:var(--pop)}
nav ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:.35rem 1.5rem}
nav a{display:inline-block;padding:.25rem 0}
nav span,.none,.note{color:var(--soft);font-size:.9rem}
.chapter{margin-top:3rem;padding-top:1.5rem;border-top:3px solid var(--ink)}
dl{margin:0}
dl>div{display:grid;grid-template-columns:minmax(8rem,14rem) 1fr;gap:.1rem 1rem;padding:.2rem 0}
dt{color:var(--soft)}
dd{margin:0;white-space:pre-line}
dd dl>div{grid-template-columns:minmax(6rem,10rem) 1fr}
.why{margin:1rem 0;padding:.75rem 1rem;border-left:4px solid var(--pop);background:var(--card)}
summary{cursor:pointer;padding:.35rem 0;font-weight:600}
article{margin:.6rem 0;padding:.6rem 1rem;border:1px solid var(--line);border-radius:.6rem;background:var(--card);break-inside:avoid}
@media (max-width:34rem){dl>div,dd dl>div{grid-template-columns:1fr}}
@media print{body{max-width:none}details>*{display:block}}
`
