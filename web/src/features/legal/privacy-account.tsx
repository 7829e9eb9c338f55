import { Link } from '@tanstack/react-router'
import { Chapter } from './legal-page.tsx'

export function AccountChapter() {
  return (
    <Chapter id="konto" title="Wenn du ein Konto hast">
      <p>
        Für dein Konto speichern wir deine E-Mail-Adresse und dein Passwort, dieses nur als Prüfwert, aus dem es sich
        nicht zurückrechnen lässt. Meldest du dich mit Google oder Apple an, bekommen wir von dort statt des Passworts
        eine Kennung, deine E-Mail-Adresse und, wenn du es dort erlaubst, Name und Bild. Rechtsgrundlage ist der Vertrag
        über dein Konto (Art. 6 Abs. 1 Buchst. b DSGVO).
      </p>
      <p>
        Damit du siehst, wo du angemeldet bist, und damit niemand sonst es ist, steht zu jeder Anmeldung Zeit,
        IP-Adresse und Browser im Konto, bis du dich dort abmeldest. Richtest du einen zweiten Faktor ein, kommt dessen
        Schlüssel oder deine Telefonnummer dazu. Wir schreiben dir nur Mails, die dein Konto braucht: bestätigen,
        Passwort, Code.
      </p>
      <p>
        Fällt eine Registrierung auf (ein Mail-Anbieter, den wir nicht annehmen, ein Pluszeichen in der Adresse,
        dieselbe Kennung von Google oder Apple mehrmals an einem Tag), notiert der Server den Grund, den Anbieter, den
        Teil der Adresse hinter dem @ und von der Kennung einen kurzen Prüfwert, ohne deine Wahl bei der Statistik
        abzuwarten: So erkennen wir Konten, die massenhaft angelegt werden (Art. 6 Abs. 1 Buchst. f DSGVO). Nach 90
        Tagen ist das gelöscht.
      </p>
      <p>
        Soll dir ein Browser auch bei geschlossenem HoT Bescheid sagen, schaltest du das in den Einstellungen ein. Dann
        speichern wir die Adresse, die er dafür von seinem Hersteller bekommt (zum Beispiel Google, Mozilla oder Apple).
        Über ihn läuft die Nachricht, verschlüsselt: Er erfährt, dass eine kommt, nicht was in ihr steht. Schaltest du
        es aus oder meldest dich ab, löschen wir die Adresse (Art. 6 Abs. 1 Buchst. a DSGVO). In den Apps ist es
        genauso, nur dass die Nachricht über Apple (iOS) oder Google (Android) läuft und dort lesbar ist.
      </p>
      <p>
        Kopieren und löschen kannst du alles selbst, unter{' '}
        <Link to="/account/daten" className="link">
          Deine Daten
        </Link>
        . Beim Löschen verschwinden Konto, Stimmen und Anmeldungen; was du geschrieben hast, bleibt ohne deinen Namen.
      </p>
    </Chapter>
  )
}

export function MembersChapter() {
  return (
    <Chapter id="mitglieder" title="Mitglieder und Beiträge">
      <p>
        Öffentlich sind die freigegebenen Beiträge, die Kommentare und die Profile von Mitgliedern: Spitzname, Bild,
        Kurztext, Karma, Lieblingsstars und der Monat des Beitritts. E-Mail-Adresse und voller Name eines Mitglieds sind
        nie öffentlich. Wie du abgestimmt hast, zeigen wir öffentlich nur als Summe. Reagierst du auf einen Beitrag,
        stimmst ab oder kommentierst, erfährt das dessen Autor:in in einer Benachrichtigung, bei Gerüchten auch, ob du
        zustimmst.
      </p>
      <p>
        Benachrichtigungen löschen wir nach 30 Tagen, Entscheidungen des Teams bleiben länger stehen. Einen Beitrag, den
        du selbst löschst, heben wir 30 Tage lang verborgen auf, falls es eine Beschwerde gibt; dann ist er ganz weg.
      </p>
      <p>
        Über Menschen aus dem Fernsehen zeigt HoT, was Sendungen und die Betroffenen selbst veröffentlicht haben, und
        wie die Community sie bewertet (Art. 6 Abs. 1 Buchst. f DSGVO). Geht es dabei um dich und stimmt etwas nicht,
        schreib uns.
      </p>
    </Chapter>
  )
}
