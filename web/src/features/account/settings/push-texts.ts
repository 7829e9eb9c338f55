import type { PushDevice } from '#web/platform/push/push.ts'

type Kind = PushDevice['kind']

/** The explaining question; the system's own comes after the press. */
export const offTexts: Readonly<Record<Kind, string>> = {
  web: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt dein Browser gleich, ob er das darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  ios: 'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Mitteilungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
  android:
    'Soll dieses Gerät dir trotzdem Bescheid sagen? Dann fragt es dich gleich, ob HoT Benachrichtigungen senden darf. Du bekommst nur, was unter „Benachrichtigungen“ an ist.',
}

export const onText = 'An: Dieses Gerät sagt dir auch dann Bescheid. Mit dem Abmelden hört das auf.'

/** How to allow it again, in the words of each system's settings. */
export const blockedTexts: Readonly<Record<Kind, string>> = {
  web: 'Blockiert: Dein Browser lässt keine Nachrichten von HoT zu. Erlaube sie in seinen Einstellungen für diese Seite und lade sie neu.',
  ios: 'Blockiert: Dieses Gerät lässt keine Mitteilungen von HoT zu. Öffne seine Einstellungen, dort „Mitteilungen“ und „HoT“, erlaube sie und komm zurück.',
  android:
    'Blockiert: Dieses Gerät lässt keine Benachrichtigungen von HoT zu. Öffne seine Einstellungen, dort „Apps“, „HoT“ und „Benachrichtigungen“, erlaube sie und komm zurück.',
}

export const installText =
  'Auf iPhone und iPad sagt HoT dir auch dann Bescheid, sobald es auf deinem Home-Bildschirm liegt: in Safari auf „Teilen“ und dann „Zum Home-Bildschirm“. Öffne HoT von dort und komm hierher zurück.'

/** While the device is asked, and its service for a token. */
export const pendingText = 'Einen Moment, dein Gerät wird angemeldet …'
