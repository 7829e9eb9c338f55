import type { AccountPage } from '@hot/domain/contract/account/account'
import { countOf, formatCount } from '#web/ui/data/format-number.ts'

type Counts = AccountPage['counts']

function contentText(counts: Counts): string {
  if (counts.posts === 0 && counts.comments === 0) return 'Noch kein Wort von dir.'
  const waiting = counts.pending_posts > 0 ? ` ${formatCount(counts.pending_posts)} davon in Prüfung.` : ''
  const refused = counts.rejected_posts > 0 ? ` ${formatCount(counts.rejected_posts)} abgelehnt.` : ''
  const posts = countOf(counts.posts, 'Beitrag', 'Beiträge')
  return `${posts}, ${countOf(counts.comments, 'Kommentar', 'Kommentare')}.${waiting}${refused}`
}

const starsText = ({ fan_of }: Counts) =>
  fan_of === 0 ? 'Noch kein Herz vergeben.' : `Fan von ${countOf(fan_of, 'Star', 'Stars')}.`

const newsText = ({ unread_notifications: unread }: Counts) =>
  unread === 0 ? 'Alles gelesen.' : `${formatCount(unread)} ungelesen.`

/** The pages of the account in four groups: the list on `/account`, and the list beside each page on wide screens. */
export const accountGroups = [
  {
    title: 'Für dich',
    pages: [
      { to: '/account/benachrichtigungen', title: 'Benachrichtigungen', text: newsText },
      { to: '/account/stars', title: 'Meine Stars', text: starsText },
      { to: '/account/gemerkt', title: 'Gemerkt', text: () => 'Was du später lesen wolltest.' },
    ],
  },
  {
    title: 'Von dir',
    pages: [
      { to: '/account/profil', title: 'Profil', text: () => 'Nickname, Bild und ein paar Worte.' },
      { to: '/account/inhalte', title: 'Meine Inhalte', text: contentText },
      { to: '/account/karma', title: 'Karma', text: () => 'Wofür es was gab. Und wofür nicht.' },
    ],
  },
  {
    title: 'So soll es sein',
    pages: [
      { to: '/account/einstellungen', title: 'Einstellungen', text: () => 'Darstellung und Benachrichtigungen.' },
      { to: '/account/sicherheit', title: 'Sicherheit', text: () => 'E-Mail, Passwort, Zwei-Faktor, Geräte.' },
    ],
  },
  {
    title: 'Dein gutes Recht',
    pages: [
      {
        to: '/account/moderation',
        title: 'Moderation',
        text: () => 'Was das Team entschieden hat, und dein Einspruch.',
      },
      { to: '/account/daten', title: 'Daten', text: () => 'Alles mitnehmen oder alles löschen.' },
    ],
  },
] as const satisfies readonly {
  title: string
  pages: readonly { to: string; title: string; text: (counts: Counts) => string }[]
}[]
