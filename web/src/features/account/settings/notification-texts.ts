import type { NotificationType } from '@hot/domain/contract/account/account'

type Text = { title: string; text: string }

/** What each kind of notification tells, in the words of the settings. */
export const notificationTexts: Readonly<Record<NotificationType, Text>> = {
  comment_on_post: { title: 'Kommentare', text: 'Jemand kommentiert deinen Beitrag.' },
  reply_to_comment: { title: 'Antworten', text: 'Jemand antwortet auf deinen Kommentar.' },
  subsequent_comment: { title: 'Weitere Kommentare', text: 'Es geht weiter, wo du mitgeredet hast.' },
  mention: { title: 'Erwähnungen', text: 'Jemand schreibt @ und deinen Namen.' },
  reaction_on_post: { title: 'Reaktionen auf Beiträge', text: 'Herz oder Haufen für deinen Beitrag.' },
  reaction_on_comment: { title: 'Reaktionen auf Kommentare', text: 'Herz oder Haufen für deinen Kommentar.' },
  vote_on_rumor: { title: 'Stimmen zu Gerüchten', text: 'Jemand glaubt dein Gerücht. Oder nicht.' },
  vote_on_poll: { title: 'Stimmen in Umfragen', text: 'Jemand stimmt in deiner Umfrage ab.' },
  rumor_status_update: { title: 'Gerücht entschieden', text: 'Das Team bestätigt oder widerlegt ein Gerücht.' },
  post_approved: { title: 'Beitrag freigegeben', text: 'Dein Beitrag ist geprüft und online.' },
  post_rejected: { title: 'Beitrag abgelehnt', text: 'Dein Beitrag bleibt draußen, mit Begründung.' },
  invite_used: { title: 'Einladung eingelöst', text: 'Jemand ist mit deinem Code dazugekommen.' },
  report_outcome: { title: 'Deine Meldungen', text: 'Was aus etwas geworden ist, das du gemeldet hast.' },
  warning: { title: 'Verwarnungen', text: 'Das Team hat dir etwas zu sagen.' },
}
