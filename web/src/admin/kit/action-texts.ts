import type { AdminAction } from '@hot/domain/contract/admin/staff'

/** Display names of target types in the log. */
export const targetNames: Readonly<Record<string, string>> = {
  post: 'Beitrag',
  comment: 'Kommentar',
  report: 'Meldung',
  appeal: 'Einspruch',
  profile: 'Nutzer',
  star: 'Star',
  social_account: 'Social-Media-Konto',
  format: 'Format',
  season: 'Staffel',
  participant: 'Teilnahme',
  broadcaster: 'Sender',
  streaming_provider: 'Streaming-Anbieter',
  calendar_event: 'Sendetermin',
  calendar_week: 'Kalenderwoche',
  news: 'News',
  invite: 'Einladung',
  import: 'Import',
  app_settings: 'Einstellungen',
  automod_rule: 'Regel',
}

/** Actions other than create, update and delete. */
const special: Readonly<Record<string, string>> = {
  approve_post: 'Beitrag freigegeben',
  reject_post: 'Beitrag abgelehnt',
  edit_post: 'Beitrag bearbeitet',
  hide_post: 'Beitrag ausgeblendet',
  restore_post: 'Beitrag wiederhergestellt',
  approve_comment: 'Kommentar freigegeben',
  reject_comment: 'Kommentar abgelehnt',
  open_discussion: 'Diskussion zur News eröffnet',
  close_discussion: 'Diskussion von der News gelöst',
  restore_from_bin: 'Aus dem Papierkorb geholt',
  set_rumor_status: 'Gerücht-Status gesetzt',
  set_statement: 'Stellungnahme gesetzt',
  note_case: 'Notiz zum Fall',
  ask_in_case: 'Rückfrage gestellt',
  grant_star_request: 'Anliegen eines Stars erfüllt',
  refuse_star_request: 'Anliegen eines Stars abgelehnt',
  answer_concern: 'Anliegen beantwortet',
  dismiss_reports: 'Meldungen verworfen',
  delete_reported: 'Inhalt entfernt',
  warn_member: 'Verwarnt',
  purge_orphan_reports: 'Verwaiste Meldungen entfernt',
  take_back: 'Entscheidung zurückgenommen',
  decide_appeal: 'Einspruch entschieden',
  merge_star: 'Stars zusammengeführt',
  undo_merge: 'Stars wieder getrennt',
  tell_stars_apart: 'Stars als zwei Personen vermerkt',
  doubt_stars: 'Vermerk „zwei Personen“ zurückgenommen',
  import_social_accounts: 'Social-Media-Konten importiert',
  create_calendar_events: 'Termine angelegt',
  update_calendar_events: 'Termine geändert',
  take_back_calendar_events: 'Neue Termine zurückgenommen',
  copy_calendar_week: 'Kalenderwoche kopiert',
  ban_member: 'Gesperrt',
  unban_member: 'Sperre aufgehoben',
  remove_spam: 'Als Spam gesperrt, alles entfernt',
  restore_spam: 'Nach Spam wiederhergestellt',
  change_role: 'Rolle geändert',
  rename_member: 'Nickname geändert',
  end_sessions: 'Sitzungen beendet',
  delete_member: 'Nutzer gelöscht',
  update_member: 'Rolle oder Sperre geändert',
  invite_member: 'Nutzer eingeladen',
  notify: 'Mitglied benachrichtigt',
  update_settings: 'Einstellungen geändert',
  end_youth: 'Anlaufzeit beendet',
  save_site_text: 'Text der Seite geändert',
  reset_site_text: 'Text der Seite zurückgesetzt',
  import: 'Import übernommen',
  undo_import: 'Import rückgängig gemacht',
}

const verbs: Readonly<Record<string, string>> = {
  create: 'angelegt',
  update: 'geändert',
  edit: 'bearbeitet',
  delete: 'gelöscht',
  restore: 'wiederhergestellt',
}

const targetName = (targetType: string): string => targetNames[targetType] ?? targetType.replaceAll('_', ' ')

/** What was done, as text: `Star angelegt`. An action without a text shows its raw name. */
export function actionText({ action_type, target_type }: Pick<AdminAction, 'action_type' | 'target_type'>): string {
  const known = special[action_type]
  if (known) return known
  const verb = verbs[action_type.split('_')[0] ?? '']
  return verb ? `${targetName(target_type)} ${verb}` : `${targetName(target_type)}: ${action_type.replaceAll('_', ' ')}`
}

const editFolders: Readonly<Record<string, string>> = {
  star: 'stars',
  format: 'formats',
  season: 'seasons',
  profile: 'users',
}
const listPages: Readonly<Record<string, string>> = {
  report: '/admin/reports',
  comment: '/admin/reports',
  appeal: '/admin/appeals',
  social_account: '/admin/stars/social-media',
  broadcaster: '/admin/broadcasters',
  streaming_provider: '/admin/broadcasters',
  calendar_event: '/admin/calendar',
  calendar_week: '/admin/calendar',
  news: '/admin/news',
  invite: '/admin/invites',
  import: '/admin/imports',
  app_settings: '/admin/settings',
}

/** The admin screen of the target; null if there is none, or not for moderators. */
export function actionPath(action: Pick<AdminAction, 'action_type' | 'target_type' | 'target_id'>, isAdmin: boolean) {
  const { action_type, target_type, target_id } = action
  if (!isAdmin && (target_type === 'profile' || target_type === 'app_settings')) return null
  const gone = action_type.startsWith('delete')
  const folder = editFolders[target_type]
  if (folder) return gone || !target_id ? null : `/admin/${folder}/edit/${target_id}`
  if (target_type === 'post') return gone ? '/admin/moderation-archive' : '/admin/posts'
  return listPages[target_type] ?? null
}
