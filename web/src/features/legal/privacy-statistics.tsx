import { Link } from '@tanstack/react-router'
import { Chapter } from './legal-page.tsx'

export function StatisticsChapter() {
  return (
    <Chapter id="statistik" title="Statistik, nur wenn du Ja sagst">
      <p>
        HoT zählt, was auf der Seite passiert, aber erst, wenn du „Alles akzeptieren“ gewählt hast (Art. 6 Abs. 1
        Buchst. a DSGVO, § 25 Abs. 1 TDDDG). Mit „Nur notwendiges“, und solange du nichts gewählt hast, wird dafür
        nichts gespeichert und nichts geschickt. Gezählt wird auf dem Server von HoT, ohne fremde Dienste. Festgehalten
        wird:
      </p>
      <ul>
        <li>
          dass ein Besuch beginnt oder endet, eine Seite, ein Star, ein Format oder ein Beitrag geöffnet wird, was davon
          gedrückt und wie weit gescrollt wird, und wie schnell die Seite war;
        </li>
        <li>
          bei Mitgliedern auch: registrieren, an- und abmelden, schreiben, kommentieren, Fan werden, teilen, und dass
          und wie sie abstimmen;
        </li>
        <li>
          dazu jeweils die Zeit, die Adresse der Seite (höchstens zwei Stufen tief, ohne alles hinter einem
          Fragezeichen), worum es ging, und eine zufällige Kennung deines Besuchs, die mit dem Tab endet;
        </li>
        <li>am Anfang eines Besuchs einmal Browser, Größe des Bildschirms und Zeitzone;</li>
        <li>bei Mitgliedern die Kennung des Kontos. Bei Gästen nichts, was auf dich zeigt.</li>
      </ul>
      <p>
        Nie dabei sind Texte, die du schreibst oder suchst, deine E-Mail-Adresse und deine IP-Adresse. Sehen können die
        Zahlen nur Admins. Nach 90 Tagen löschen wir alles, was gezählt wurde. Löschst du dein Konto, steht in dem, was
        bis dahin bleibt, niemand mehr.
      </p>
      <p>
        Widerrufen kannst du jederzeit: am Fuß jeder Seite unter „Datenschutz-Einstellungen“ oder im Konto unter{' '}
        <Link to="/account/einstellungen" className="link">
          Einstellungen
        </Link>
        , in der App nur dort. Dann wird sofort nichts mehr gezählt, was noch nicht abgeschickt war, wird verworfen, und
        was dafür auf deinem Gerät lag, gelöscht. Was bis dahin gezählt wurde, bleibt rechtmäßig. Bist du Mitglied,
        merken wir uns deine Wahl und ihre Zeit im Konto (Art. 7 Abs. 1 DSGVO), damit sie auf allen deinen Geräten gilt.
      </p>
    </Chapter>
  )
}

/** `host`: where this installation sends error reports; null where it sends none. */
export function ErrorReportsChapter({ host }: { host: string | null }) {
  if (!host)
    return (
      <Chapter id="fehlerberichte" title="Fehlerberichte">
        <p>Stürzt im Browser etwas ab, bleibt das auf deinem Gerät. HoT schickt hier keine Fehlerberichte.</p>
      </Chapter>
    )
  return (
    <Chapter id="fehlerberichte" title="Fehlerberichte">
      <p>
        Stürzt im Browser etwas ab, schickt er einen Bericht an <strong>{host}</strong>. Dieser Dienst verarbeitet ihn
        in unserem Auftrag (Art. 28 DSGVO) und sieht dabei deine IP-Adresse. Im Bericht stehen Fehler und Stelle im
        Programm, Zeit, Browser und die Adresse der Seite ohne alles hinter einem Fragezeichen, aber nicht, wer du bist.
        Rechtsgrundlage ist unser berechtigtes Interesse an einer Seite, die funktioniert (Art. 6 Abs. 1 Buchst. f
        DSGVO).
      </p>
      <p>
        Nur wenn du „Alles akzeptieren“ gewählt hast (Art. 6 Abs. 1 Buchst. a DSGVO), kommen die Schritte vor dem
        Fehler, Messungen der Geschwindigkeit und bei einem Teil der Besuche eine Aufzeichnung dazu, wie die Seite
        bedient wurde. Auf deinem Gerät bleibt davon nichts, und mit dem Widerruf hört es auf.
      </p>
    </Chapter>
  )
}
