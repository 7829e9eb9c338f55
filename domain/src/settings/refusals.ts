/** What the database says when it refuses something about settings and texts of the site, by hint or `hint.case`. */
export const settingsSentences = {
  changed_meanwhile: 'Jemand anderes hat diesen Text gerade geändert.',
  mail_domain: 'Das ist keine Domain.',
  settings_changed: 'Jemand hat die Einstellungen inzwischen geändert.',
  text_invalid: 'Dieser Text ist ungültig oder zu lang.',
}
