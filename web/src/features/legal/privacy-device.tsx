import { Chapter } from './legal-page.tsx'

type Stored = { keys: readonly string[]; what: string }

/** What is written to the browser's storage, and for how long. A test compares it with the keys in the source. */
export const storedOnDevice: readonly Stored[] = [
  {
    keys: ['hot_consent_v1'],
    what: 'ob hier ohne Anmeldung „Nur notwendiges“ oder „Alles akzeptieren“ gewählt wurde, wann und auf welche Frage. Bleibt, bis du es löschst; dann fragen wir wieder.',
  },
  {
    keys: ['hot_member_consent'],
    what: 'was du als Mitglied gewählt hast. Gilt, solange du angemeldet bist, und geht mit der Anmeldung.',
  },
  {
    keys: ['hot_app_modal_seen'],
    what: 'dass du den Hinweis auf die App geschlossen hast. Bleibt, bis du es löschst.',
  },
  {
    keys: ['hot_last_place'],
    what: 'nur in den Apps: welche Seite zuletzt offen war, damit die App dort weitermacht, wenn das Gerät sie beendet hat. Gilt zehn Minuten und endet mit dem Abmelden.',
  },
  {
    keys: ['hot_publishable_key', 'hot_told_of_build'],
    what: 'nur in den Apps: mit welchem öffentlichen Schlüssel HoT jetzt antwortet, und von welcher neuen Fassung du schon weißt. Bleibt, bis du die App löschst.',
  },
  {
    keys: ['theme'],
    what: 'ob du Hell oder Dunkel gewählt hast. Entsteht erst, wenn du wählst, und bleibt, bis du es löschst.',
  },
  {
    keys: ['hot_letter_keys_off'],
    what: 'dass einzelne Tasten hier nichts auslösen sollen. Entsteht erst, wenn du sie ausschaltest, und endet, wenn du sie wieder einschaltest.',
  },
  {
    keys: ['tsr-scroll-restoration-v1_3'],
    what: 'wie weit du auf einer Seite warst, damit „Zurück“ dort wieder ankommt. Endet mit dem Tab.',
  },
  {
    keys: ['hot_reloaded_for_build'],
    what: 'dass die Seite nach einem Update einmal neu geladen wurde. Endet mit dem Tab.',
  },
  {
    keys: ['sb-hot-auth-token'],
    what: 'deine Anmeldung. Entsteht, wenn du dich anmeldest, und endet, wenn du dich abmeldest.',
  },
  {
    keys: ['hot_profile_cache', 'hot_profile_cached_at', 'hot_user_role'],
    what: 'dein Profil, damit es gleich da ist. Endet mit der Anmeldung.',
  },
  {
    keys: ['hot_return_to'],
    what: 'wo du vor der Anmeldung warst und worauf du dort getippt hattest. Gilt höchstens eine Stunde.',
  },
  {
    keys: ['hot_asked_mail'],
    what: 'an welche Adresse du dir zuletzt einen Link hast schicken lassen, und ein Geheimnis, an dem wir erkennen, dass du dich hier registriert hast. Gilt höchstens eine Stunde.',
  },
  {
    keys: ['hot_registered_mail'],
    what: 'die Adresse, mit der du dich registriert hast, bis sie bestätigt ist. Gilt höchstens einen Tag.',
  },
  {
    keys: ['hot_existing_user_login'],
    what: 'dass sich hier schon einmal jemand mit einem Konto angemeldet hat, damit wir dich beim nächsten Mal richtig begrüßen. Nicht, wer das war. Bleibt, bis du dein Konto hier löschst oder den Eintrag selbst.',
  },
  { keys: ['hot_push_offer_closed'], what: 'dass du hier keine Nachrichten auf dein Gerät willst.' },
  { keys: ['hot_pending_invite'], what: 'ein Einladungscode, bis er eingelöst ist.' },
  { keys: ['hot_nickname_put_off'], what: 'dass du den Spitznamen später wählst. Endet mit dem Tab.' },
  {
    keys: ['hot_last_warning_shown_at', 'hot_last_ban_shown_at'],
    what: 'dass du eine Verwarnung oder Sperre hier schon gelesen hast, damit sie nicht noch einmal aufgeht.',
  },
  {
    keys: ['hot_post_drafts'],
    what: 'Beiträge, Meldungen, Stellungnahmen, Einsprüche und Antworten ans Team, die du schreibst und noch nicht abgeschickt hast. Endet mit dem Abschicken, Verwerfen oder Abmelden, ohne Konto mit dem Tab.',
  },
  {
    keys: ['hot_comment_drafts'],
    what: 'Kommentare, die du angefangen hast oder die nicht ankamen. Endet mit dem Abschicken oder Verwerfen, oder wenn hier jemand anderes etwas schreibt.',
  },
  {
    keys: ['hot_kept_marks'],
    what: 'Stimmen und Reaktionen, die ohne Netz noch nicht ankamen. Endet mit dem Ankommen oder wenn du dich abmeldest.',
  },
  {
    keys: ['hot_last_visit'],
    what: 'wann du zuletzt im Trashtalk warst, damit du siehst, was seitdem neu ist. Endet, wenn du dich abmeldest.',
  },
]

/** What is written with full consent only, and deleted when consent is withdrawn. */
export const storedAtFullConsent: readonly Stored[] = [
  {
    keys: ['hot_analytics_visit'],
    what: 'die zufällige Kennung deines Besuchs und was darin schon gezählt ist. Endet mit dem Tab.',
  },
  {
    keys: ['hot_conversions'],
    what: 'welche ersten Schritte du als Mitglied schon gegangen bist, damit jeder nur einmal zählt.',
  },
]

function StoredList({ of }: { of: readonly Stored[] }) {
  return (
    <ul>
      {of.map(({ keys, what }) => (
        <li key={keys[0]}>
          {keys.map((key, index) => (
            <span key={key}>
              <span>{index > 0 && ', '}</span>
              <code className="wrap-anywhere">{key}</code>
            </span>
          ))}
          <span>{`: ${what}`}</span>
        </li>
      ))}
    </ul>
  )
}

export function DeviceChapter() {
  return (
    <Chapter id="geraet" title="Was auf deinem Gerät bleibt">
      <p>
        HoT setzt keine Cookies. Im Speicher deines Browsers steht, was die Seite zum Funktionieren braucht (§ 25 Abs. 2
        TDDDG):
      </p>
      <StoredList of={storedOnDevice} />
      <p>
        Dazu kommen Kopien von Seiten und Bildern; der Abschnitt{' '}
        <a href="#ohne-netz" className="link">
          Lesen ohne Netz
        </a>{' '}
        sagt, welche.
      </p>
      <p>Hast du „Alles akzeptieren“ gewählt, kommt dazu, bis du es widerrufst (§ 25 Abs. 1 TDDDG):</p>
      <StoredList of={storedAtFullConsent} />
      <p>
        Davon geht deine Anmeldung an uns, mit jeder Anfrage, die du als Mitglied stellst, und die Kennung deines
        Besuchs mit dem, was gezählt wird. Löschen kannst du alles in den Einstellungen deines Browsers.
      </p>
    </Chapter>
  )
}

/**
 * Its numbers are those of web/src/service-worker/worker-limits.ts and of `persistedLimits`, which a test compares: imported,
 * they would bring their code to every page.
 */
export function OfflineChapter() {
  return (
    <Chapter id="ohne-netz" title="Lesen ohne Netz">
      <p>
        Damit du auch im Funkloch weiterlesen kannst, legt dein Browser Kopien von dem ab, was du gelesen hast, so wie
        jeder Gast es sieht: höchstens 50 Seiten und 100 Bilder, höchstens sieben Tage lang, und bis zu 30 Tage die
        Programmdateien von HoT. Seiten deines Kontos und Antworten, die nur dir gelten, sind nie dabei. Die Kopien
        bleiben auf deinem Gerät. Wenn du dich abmeldest, werden sie gelöscht.
      </p>
      <p>
        Die Apps behalten statt ganzer Seiten, was sie für öffentliche Seiten geladen haben: höchstens 150 Antworten,
        höchstens sieben Tage lang. Auch das ist weg, wenn du dich abmeldest.
      </p>
    </Chapter>
  )
}
