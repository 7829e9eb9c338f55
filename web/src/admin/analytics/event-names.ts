import type { AnalyticsEventType } from '@hot/domain/analytics/events'

const names: Readonly<Record<AnalyticsEventType, string>> = {
  session_start: 'Besuch begonnen',
  session_end: 'Besuch beendet',
  page_view: 'Seite geöffnet',
  click: 'Auf etwas getippt',
  scroll: 'Bis zur Mitte oder zum Ende gelesen',
  format_view: 'Format angesehen',
  star_view: 'Star angesehen',
  post_view: 'Beitrag angesehen',
  meta_tag_view: 'Seite über ein Thema angesehen',
  performance_metric: 'Ladezeit gemessen',
  custom_performance_metric: 'Ziel erreicht oder etwas war langsam',
  user_login: 'Angemeldet',
  user_logout: 'Abgemeldet',
  user_register: 'Registriert',
  post_create: 'Beitrag geschrieben',
  comment_create: 'Kommentar geschrieben',
  vote_cast: 'Abgestimmt',
  fan_add: 'Fan geworden',
  fan_remove: 'Kein Fan mehr',
  social_share: 'Geteilt',
  suspicious_registration: 'Auffällige Registrierung',
}

/** What an event means; its own name where nobody has put it into words yet. */
export const eventName = (type: string): string => (names as Readonly<Record<string, string>>)[type] ?? type
