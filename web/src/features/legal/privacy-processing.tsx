import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Chapter, Given } from './legal-page.tsx'

export function ReadingChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="aufruf" title="Wenn du HoT aufrufst">
      <p>
        Dein Gerät schickt dabei seine IP-Adresse, die Adresse der Seite und Angaben zum Browser. Ohne das lässt sich
        keine Seite ausliefern. Rechtsgrundlage ist unser berechtigtes Interesse daran, HoT zu zeigen und vor Angriffen
        zu schützen (Art. 6 Abs. 1 Buchst. f DSGVO).
      </p>
      <p>
        Die Software von HoT führt kein Zugriffsprotokoll. Geht etwas schief oder dauert es zu lange, notiert der Server
        eine Zeile mit Zeit, Adresse der Seite und Grund. Gegen massenhafte Anfragen kann er Anfragen je IP-Adresse
        zählen; diese Zähler stehen nur im Arbeitsspeicher und verfallen von selbst.
      </p>
      <p>
        HoT läuft bei: <Given value={operator.hoster} what="Hosting-Anbieter" />. Der Anbieter verarbeitet die Daten in
        unserem Auftrag (Art. 28 DSGVO) und kann eigene technische Protokolle führen.
      </p>
      <p>
        Schriften, Bilder und Programme kommen vom Server von HoT selbst. Links zu Sendern, Streaming-Anbietern und
        sozialen Netzwerken sind einfache Links: Dorthin fließt erst etwas, wenn du sie anklickst.
      </p>
    </Chapter>
  )
}

export function ReportsChapter() {
  return (
    <Chapter id="meldungen" title="Wenn du etwas meldest">
      <p>
        Meldest du ohne Konto, speichern wir deinen Namen, deine E-Mail-Adresse, Grund und Text der Meldung. Das Team
        sieht deinen Namen; deine Adresse sehen nur Admins. Wir brauchen sie für den Link zum Bestätigen und für das
        Ergebnis; dazu verpflichtet uns Art. 16 der Verordnung (EU) 2022/2065 (Art. 6 Abs. 1 Buchst. c DSGVO). Ohne
        Bestätigung löschen wir Meldung und Adresse nach sieben Tagen, sonst Name und Adresse sechs Monate nach der
        Entscheidung. Damit niemand fremde Postfächer füllt, zählen wir einen Tag lang mit, wie oft von einer IP-Adresse
        und an eine E-Mail-Adresse gemeldet wurde, beides nur als Hash.
      </p>
    </Chapter>
  )
}
