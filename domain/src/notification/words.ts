import { eventTypeLabels } from '../calendar/event-kind.ts'
import { groundTexts, redress } from '../moderation/grounds.ts'
import { reportReasonTexts } from '../moderation/report-rules.ts'
import { appealTexts, changedParts, foundBy } from '../moderation/sanctions.ts'
import { titleMarks } from '../post/kinds.ts'

/** Parts of the sentences of notifications, as templates (text/template.ts). */

/** A choice among texts by the value of a fact. */
const oneOf = (fact: string, texts: Readonly<Record<string, string>>, otherwise = '') =>
  `{${fact}|${Object.entries(texts)
    .map(([value, text]) => `${value}=${text}|`)
    .join('')}${otherwise}}`

/** The message as it is stored: of older rows nothing else is known, and a decision stays as it was told. */
export const stored = '{message}'

/** The latest actor; a deleted account is `Unbekannt`. */
export const name = '{name|=Unbekannt|{name}}'
const byNumber = (one: string, several: string) => `{others|=${one}|0=${one}|${several}}`
/** What is said of one person only. */
export const alone = (text: string) => byNumber(text, '')
/** `Anna`, `Anna und eine weitere Person`, `Anna und 4 weitere`. */
export const who = `${name}{others|=|0=|1= und eine weitere Person| und {others} weitere}`
export const has = byNumber('hat', 'haben')
export const is = byNumber('ist', 'sind')

/** The title as markedTitle() has it: lock screens and mails show no badge. */
export const title = `${oneOf('post_mark', titleMarks)}{post_title}`
/** ` „Titel“`; empty without a title. */
export const titled = `[ „${title}“]`
/** The same in a sentence that has said that it is a rumor. */
const { unverified: _said, ...decidedMarks } = titleMarks
export const rumorTitled = `[ „${oneOf('post_mark', decidedMarks)}{post_title}“]`
/** The same in a sentence that goes on with what became of it. */
export const bareTitled = '[ „{post_title}“]'
/** ` zu „Titel“`; empty without a title. */
export const about = (preposition: string) => `[ ${preposition} „${title}“]`

export const answered = `${who} ${has} auf deinen Kommentar${about('zu')} geantwortet`

/** SQL: private.reaction_emoji(). */
export const reactionEmojis = { heart: '❤️', poop: '💩' } as const
/** With several people only the latest reaction is stored. */
export const reacted = (target: string) =>
  `${who} ${has} auf ${target}${alone(`{reaction|=| mit ${oneOf('reaction', reactionEmojis, reactionEmojis.poop)}}`)} reagiert`

export const rumorStatus = '{rumor_status|verified=bestätigt|debunked=widerlegt|unbestätigt}'
/** Whether a voter was right; who only commented is told of a correction. */
export const hit = '{hit|true=Du lagst richtig|false=Knapp daneben|Richtigstellung}'

const { episode: _ordinary, rerun: _rerun, ...occasions } = eventTypeLabels
const occasionText = (around: (word: string) => string) =>
  oneOf('occasion', Object.fromEntries(Object.entries(occasions).map(([type, word]) => [type, around(word)])))
/** `Finale: `, before what it is the finale of; empty for an ordinary episode. */
export const occasion = occasionText((word) => `${word}: `)
/** ` Finale`, after another word. */
export const withOccasion = occasionText((word) => ` ${word}`)

/** `heute um 12:00 (Wiederholung), um 20:15 und nachts um 00:05 bei RTL`. */
export const today =
  'heute{tonight|true= Nacht}{times*{join|next=,|last= und}{night|true= nachts} um {at}[ bei {station}]{rerun|true= (Wiederholung)}}[ und danach noch {more}-mal][ bei {only_station}]'

/** Why, in the team's own words: a sentence of its own. */
export const changeNote = '[. {change_note}]'
/** `Sommerhaus läuft am 21.11. erst um 20:55 …` is not said: it may also be earlier. */
export const moved =
  '{change|time={topic} läuft am {day} um {event_time} statt um {was_time}|longer={topic} dauert am {day} länger, bis {until}|back={topic} läuft doch wie geplant am {day} um {event_time}|{topic} läuft am {day} um {event_time} statt am {was_day} um {was_time}}{more|=|1=; ein weiterer Termin ändert sich auch|; {more} weitere Termine ändern sich auch}'

export const thing = '{comment|true=Dein Kommentar|{revision|true=Deine Änderung|Dein Beitrag}}'
export const subject = `{comment|true=Dein Kommentar${about('zu')}|{revision|true=Deine Änderung${about('an')}|Dein Beitrag${titled}}}`
export const rejected = `${subject} {hidden|true=ist ausgeblendet, bis alles geklärt ist|wurde abgelehnt}`

/** Law or rule, who decided, and whether after a report or the hint of a program. */
const groundAndOrigin = `{rule|=|${oneOf('rule', groundTexts)}. }Entschieden hat ein Mensch aus dem Team{reported|true= nach einer Meldung}.{origin|=| ${oneOf('origin', foundBy)}}`
/** End of every statement of reasons: what it rests on, and redress. */
export const howDecided = `${groundAndOrigin} Bist du anderer Meinung, kannst du in deinem Account einmal Einspruch einlegen. ${redress}`

/** What was reported, in a sentence. SQL: private.report_thing(). */
export const reportThings = { post: 'Beitrag', comment: 'Kommentar' } as const
const reportThing = oneOf('target_type', reportThings, 'Profil')
const reported = `{target_type|profile=Das|Der} ${reportThing}`
/** ` Regel: 1. Der Ton.`; older outcomes name none. */
const byRule = `{rule|=| ${oneOf('rule', groundTexts)}.}`
const howToObject =
  'Entschieden hat ein Mensch aus dem Team. Wie du der Entscheidung widersprichst, steht in den Community-Guidelines.'
/** What became of a report, for whoever reported. Says nothing about the author's record. */
export const reportOutcome = oneOf(
  'outcome',
  {
    ignored: `Wir haben geprüft und keinen Verstoß gegen unsere Regeln gefunden. ${reported} bleibt online. ${howToObject}`,
    deleted: `Wir haben geprüft und {target_type|profile=das Profil zurückgesetzt|den ${reportThing} entfernt}.${byRule} ${howToObject}`,
    gone: `${reported} ist inzwischen nicht mehr online.`,
  },
  `Wir haben geprüft, einen Verstoß gegen unsere Regeln festgestellt und Maßnahmen ergriffen.${byRule} ${howToObject}`,
)

/** What was reported has arrived; several at a time are told as one. */
export const reportReceipt = `{count|=Deine Meldung eines illegalen Inhalts${about('zu')} ist da|{count} Meldungen illegaler Inhalte von dir sind da}. Das Team prüft sie und sagt dir, was daraus wird`

/** Reasons that nobody writes. SQL: private.reason_text(). */
export const reasons = { text_changed: 'Der Text wurde geändert, das Team prüft ihn neu.' } as const

/** What it did to take a decision back. SQL: private.lift_decision() names them, private.effect_text() says them. */
export const effects = {
  ban_lifted: 'Die Sperre ist aufgehoben.',
  warning_void: 'Die Verwarnung zählt nicht mehr.',
  comment_online: 'Dein Kommentar ist jetzt online.',
  comment_homeless: 'Der Kommentar findet seinen Platz leider nicht mehr.',
  revision_online: 'Deine Änderung ist jetzt online.',
  post_online: 'Dein Beitrag ist jetzt online.',
  rejection_lifted: 'Die Ablehnung ist aufgehoben.',
  profile_back: 'Dein Profil steht wieder da, wie es war.',
  profile_without_picture: 'Dein Profil steht wieder da, wie es war. Nur dein Bild musst du neu hochladen.',
  profile_lost: 'Dein Profil lässt sich leider nicht mehr wiederherstellen. Ändern kannst du es selbst.',
  comment_back: 'Dein Kommentar steht wieder da.',
  comment_lost: 'Der Text lässt sich leider nicht mehr wiederherstellen.',
  post_back: 'Dein Beitrag steht wieder da.',
  post_lost: 'Der Beitrag lässt sich leider nicht mehr wiederherstellen.',
  text_back: 'Dein Beitrag steht wieder da, wie du ihn geschrieben hast.',
  text_changed:
    'Dein Beitrag hat sich seitdem noch einmal geändert und bleibt, wie er jetzt ist. Ändern kannst du ihn selbst.',
  text_lost: 'Die frühere Fassung deines Beitrags gibt es leider nicht mehr. Ändern kannst du ihn selbst.',
  statement_back: 'Deine Stellungnahme steht wieder da.',
  statement_changed: 'Über dem Beitrag steht inzwischen etwas anderes, und das bleibt.',
  statement_lost: 'Deine Stellungnahme lässt sich leider nicht mehr wiederherstellen.',
} as const

const effect = oneOf('effect', effects, 'Die Entscheidung bleibt bestehen.')
const appeals = { upheld: appealTexts.upheld, overturned: appealTexts.overturned }
const warned = '{severity|high=Verwarnung (Schwerwiegend)|Verwarnung}'
/** What the team's message is; of what was removed it is its first sentence. */
export const sanctionHead = oneOf('appeal', appeals, `{action|=${warned}|warned=${warned}|banned=Sperre}`)
export const sanctionTitle = oneOf(
  'appeal',
  appeals,
  `{action|lifted=Entscheidung zurückgenommen|edited=Vom Team geändert|banned=Sperre|${warned}}`,
)

const whatWasDone = oneOf('action', {
  warned: 'Du wurdest verwarnt.',
  deleted:
    'Wir haben {target_type|profile=dein Profil zurückgesetzt|post=deinen Beitrag entfernt|comment=deinen Kommentar entfernt|etwas von dir entfernt}.',
  edited: `Wir haben {statement|gone=deine Stellungnahme entfernt|changed=deine Stellungnahme geändert|deinen Beitrag geändert ({changed*{join|next=, |last= und }${oneOf('part', changedParts)}})}.`,
  banned: 'Dein Konto ist {ban_duration_days|=dauerhaft|1=für einen Tag|für {ban_duration_days} Tage} gesperrt.',
})
/** A statement of reasons: decision, content, reason, law or rule, that a human decided, and how to appeal. */
const statement = `${whatWasDone}[ Es geht um ${oneOf('target_type', { post: '{statement|=deinen Beitrag|deine Stellungnahme}', comment: 'deinen Kommentar' }, 'dein Profil')}: „{content_excerpt}“.][ Grund: {reason!}] ${howDecided}`
/** What the team tells a member about a decision, an appeal, or a decision that it took back. */
export const sanction = `{appeal|={action|lifted=${effect} Grund: {reason!}|${statement}}|${effect} Begründung: {reason!} Entschieden hat ein Mensch aus dem Team.{appeal|upheld= ${redress}}}`

/** In the mail to whoever has no account any more: which it was, why, by which rule, and how long a ban goes on. */
export const accountDeletion = `[Es geht um das Konto „{nickname}“. ]Grund: {reason!} {wished|true=Du hast darum gebeten.|${groundAndOrigin}}[ Deine Sperre bleibt: Registrierst du dich bis zum {banned_until} wieder mit dieser Adresse, {for_good|true=bist du von Neuem dauerhaft gesperrt|gilt sie bis dahin weiter}.]`

const age = '{hours|={days} Tagen|{hours} Stunden}'
export const teamAlert = oneOf('alert', {
  illegal_content: `Gemeldet: ${reportReasonTexts.illegal_content}`,
  false_claim: `Gemeldet: ${reportReasonTexts.false_claim}`,
  privacy: `Gemeldet: ${reportReasonTexts.privacy}`,
  appeal: 'Einspruch gegen eine Entscheidung',
  answer: 'Antwort auf eine Rückfrage',
  star_door:
    '{star|waits=Die Stellungnahme eines Stars wartet: mit Link oder zu einem heiklen Thema|answered=Ein Star hat Stellung genommen|changed=Ein Star hat seine Stellungnahme geändert|Ein Star meldet sich}',
  concern:
    '{due|soon=Ein Anliegen muss in den nächsten Tagen beantwortet sein|Jemand, um den es geht, hat ein Anliegen}',
  queue: `Seit ${age} wartet etwas auf eine Entscheidung`,
  away: `Seit ${age} hat niemand aus dem Team etwas getan`,
  job: 'Im Hintergrund scheitert: {job}',
  mail: '{mails|used_up=Es werden mehr Mails verlangt, als in der Stunde hinausgehen: Registrierungen warten|{count|1=Eine Mail kommt nicht an|{count} Mails kommen nicht an}}',
})

/** What is left of a notification whose causes are all gone; no list shows it. */
export const withdrawn = { title: 'Zurückgenommen', message: 'Das gibt es nicht mehr.' }
