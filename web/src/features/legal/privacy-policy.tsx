import { minimumAge } from '@hot/domain/member/age'
import type { ServiceName } from '@hot/domain/privacy/services'
import { privacyAddress, requiredFields } from '@hot/domain/settings/legal-fields'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { classifierQuery, operatorQuery, reportsHostQuery, servicesQuery } from './api.ts'
import { Chapter, Given, LegalPage, MailTo } from './legal-page.tsx'
import { DeviceChapter, OfflineChapter } from './privacy-device.tsx'
import { InventoryChapter, RecipientsChapter } from './privacy-inventory.tsx'

const intro = 'Kurz: Wer nur liest, wird nicht verfolgt. Keine Cookies, keine Werbung'
const onlyOurs = ', keine Dienste von Dritten'
const more = '. Ausführlich steht es hier.'

export function PrivacyPolicy() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  const { data: reportsHost } = useSuspenseQuery(reportsHostQuery)
  const { data: classifier } = useSuspenseQuery(classifierQuery)
  const { data: used } = useSuspenseQuery(servicesQuery)
  return (
    <LegalPage
      title="Datenschutz"
      intro={`${intro}${used?.length === 0 && !operator.processors ? onlyOurs : ''}${more}`}
      operator={operator}
      needs={['operator', 'street', 'city', 'email', 'hoster', 'supervisory_authority']}
    >
      <ControllerChapter operator={operator} />
      <ReadingChapter operator={operator} backend={used?.includes('database') ?? false} />
      <DeviceChapter />
      <OfflineChapter />
      <StatisticsChapter used={used ?? []} />
      <ErrorReportsChapter host={reportsHost} />
      {classifier && <ClassifierChapter host={classifier} />}
      <ReportsChapter />
      <AccountChapter />
      <MembersChapter />
      <RecipientsChapter used={used} operator={operator} />
      <InventoryChapter />
      <DeletionChapter operator={operator} />
      <RightsChapter operator={operator} />
    </LegalPage>
  )
}

/** `backend`: the app asks a Supabase project directly. */
function ReadingChapter({ operator, backend }: { operator: SiteOperator; backend: boolean }) {
  return (
    <Chapter id="aufruf" title="Wenn du HoT aufrufst">
      <p>
        Dein Gerät schickt dabei seine IP-Adresse, die Adresse der Seite und Angaben zum Browser. Ohne das lässt sich
        keine Seite ausliefern. Rechtsgrundlage ist unser berechtigtes Interesse daran, HoT zu zeigen und vor Angriffen
        zu schützen (Art. 6 Abs. 1 Buchst. f DSGVO).
      </p>
      <p>
        Die Software von HoT führt kein Zugriffsprotokoll. Geht etwas schief oder dauert es zu lange, notiert der Server
        eine Zeile mit Zeit, Adresse der Seite und Grund. Gegen massenhafte Anfragen zählt er, was aus einem Netz oder
        von einem Konto kommt, im Arbeitsspeicher und, damit es einen Neustart übersteht, in der Datenbank; diese Zähler
        verfallen nach Minuten bis zu einem Tag.
      </p>
      <p>
        HoT läuft bei: <Given value={operator.hoster} what="Hosting-Anbieter" />. Der Anbieter verarbeitet die Daten in
        unserem Auftrag (Art. 28 DSGVO) und kann eigene technische Protokolle führen.
      </p>
      <p>
        <span>
          {backend
            ? 'Schriften und Programme kommen vom Server von HoT selbst; Bilder und Antworten auch von Supabase (siehe „Wer sonst Daten bekommt“).'
            : 'Schriften, Bilder und Programme kommen vom Server von HoT selbst.'}
        </span>{' '}
        Links zu Sendern, Streaming-Anbietern und sozialen Netzwerken sind einfache Links: Dorthin fließt erst etwas,
        wenn du sie anklickst.
      </p>
    </Chapter>
  )
}

function ClassifierChapter({ host }: { host: string }) {
  return (
    <Chapter id="pruefung" title="Wenn du etwas über Menschen schreibst">
      <p>
        Bevor ein Gerücht oder ein Beitrag mit einem Star als Tag erscheint, kann ihn ein Programm bei{' '}
        <strong>{host}</strong> lesen: Es soll erkennen, ob es um Gesundheit, Sexualität, Straftaten oder Minderjährige
        geht. Dorthin gehen Titel, Text und Antworten, nicht, wer du bist. Findet es etwas, liest ein Mensch aus dem
        Team den Beitrag und entscheidet; das Programm lehnt nie etwas ab. Rechtsgrundlage ist unser berechtigtes
        Interesse daran, die zu schützen, um die es geht (Art. 6 Abs. 1 Buchst. f DSGVO).
      </p>
    </Chapter>
  )
}

function ReportsChapter() {
  return (
    <Chapter id="meldungen" title="Wenn du etwas meldest">
      <p>
        Meldest du ohne Konto, speichern wir deinen Namen, deine E-Mail-Adresse, Grund und Text der Meldung. Das Team
        sieht deinen Namen; deine Adresse sehen nur Admins. Wir brauchen sie für den Link zum Bestätigen und für das
        Ergebnis; dazu verpflichtet uns Art. 16 der Verordnung (EU) 2022/2065 (Art. 6 Abs. 1 Buchst. c DSGVO). Ohne
        Bestätigung löschen wir Name und Adresse nach sieben Tagen und die Meldung mit ihnen, außer sie betrifft
        illegale Inhalte; sonst Name und Adresse sechs Monate nach der Entscheidung. Geht es um den Missbrauch von
        Kindern, brauchst du beides nicht anzugeben. Damit niemand fremde Postfächer füllt, zählen wir einen Tag lang
        mit, wie oft von einer IP-Adresse und an eine E-Mail-Adresse gemeldet wurde, beides nur als Hash.
      </p>
      <p>
        Fragt das Team bei dir nach, kommt die Frage per Mail. Frage und Antwort liest nur das Team; nach 180 Tagen
        löschen wir beides (Art. 6 Abs. 1 Buchst. c und f DSGVO). Zeigst du uns, dass du ein Star bist oder für einen
        sprichst, speichern wir den Namen, unter dem du antwortest, deinen Code und wo er steht, bis dein Konto gelöscht
        wird (Art. 6 Abs. 1 Buchst. f DSGVO: Nur so kann antworten, um wen es geht, und niemand an dessen Stelle).
      </p>
    </Chapter>
  )
}

const countedAt = (used: readonly ServiceName[]) => {
  if (used.includes('database')) return 'Gezählt wird in der Datenbank von HoT bei Supabase.'
  return used.includes('postgres')
    ? 'Gezählt wird in der Datenbank von HoT (siehe „Wer sonst Daten bekommt“), ohne fremden Statistikdienst.'
    : 'Gezählt wird auf dem Server von HoT, ohne fremde Dienste.'
}

function StatisticsChapter({ used }: { used: readonly ServiceName[] }) {
  return (
    <Chapter id="statistik" title="Statistik, nur wenn du Ja sagst">
      <p>
        HoT zählt, was auf der Seite passiert, aber erst, wenn du „Alles akzeptieren“ gewählt hast (Art. 6 Abs. 1
        Buchst. a DSGVO, § 25 Abs. 1 TDDDG). Mit „Nur notwendiges“, und solange du nichts gewählt hast, wird dafür
        nichts gespeichert und nichts geschickt. <span>{countedAt(used)}</span> Festgehalten wird:
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
        <li>
          am Anfang eines Besuchs einmal Browser, Größe des Bildschirms, Zeitzone und der Name der Website, von der du
          kommst, etwa „google.com“, nie ihre ganze Adresse;
        </li>
        <li>bei Mitgliedern die Kennung des Kontos. Bei Gästen nichts, was auf dich zeigt.</li>
      </ul>
      <p>
        Nie dabei sind Texte, die du schreibst oder suchst, deine E-Mail-Adresse und deine IP-Adresse. Sehen können die
        Zahlen nur Admins; was am meisten geöffnet wird, zeigt die Suche allen als Vorschlag. Nach 90 Tagen löschen wir
        alles, was gezählt wurde. Löschst du dein Konto, löschen wir es sofort mit.
      </p>
      <p>
        Widerrufen kannst du jederzeit: am Fuß jeder Seite unter „Datenschutz-Einstellungen“ oder im Konto unter{' '}
        <Link to="/account/einstellungen" className="link">
          Einstellungen
        </Link>
        , in der App nur dort. Dann zählen wir sofort nichts mehr. Was noch nicht abgeschickt war, wird verworfen. Was
        dafür auf deinem Gerät lag und was auf dem Server von dir steht, löschen wir: bei Mitgliedern alle Besuche, ohne
        Anmeldung den laufenden, denn frühere führen nicht zu dir. Summen abgeschlossener Tage, in denen niemand steht,
        bleiben 90 Tage. Bis zum Widerruf war das Zählen rechtmäßig. Bist du angemeldet, gilt deine eigene Wahl, sonst
        die, die auf dem Gerät getroffen wurde; keine wird zur anderen. Im Konto merken wir uns, was du gewählt hast,
        wann, und welche Fassung der Frage du beantwortet hast (Art. 7 Abs. 1 DSGVO), damit es auf allen deinen Geräten
        gilt.
      </p>
    </Chapter>
  )
}

/** `host`: where this installation sends error reports; null if it sends none. */
function ErrorReportsChapter({ host }: { host: string | null }) {
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

function AccountChapter() {
  return (
    <Chapter id="konto" title="Wenn du ein Konto hast">
      <p>
        Für dein Konto speichern wir deine E-Mail-Adresse und dein Passwort, dieses nur als Prüfwert, aus dem es sich
        nicht zurückrechnen lässt. Meldest du dich mit Google oder Apple an, bekommen wir von dort statt des Passworts
        eine Kennung, deine E-Mail-Adresse und, wenn du es dort erlaubst, Name und Bild. Rechtsgrundlage ist der Vertrag
        über dein Konto (Art. 6 Abs. 1 Buchst. b DSGVO). Diese Erklärung nimmst du dabei zur Kenntnis; eine Einwilligung
        ist das nicht, um die fragen wir jedes Mal eigens.
      </p>
      <p>
        {`Ein Konto gibt es ab ${minimumAge} Jahren. Nach deinem Geburtstag fragen wir nicht; gespeichert wird nur, wann du gesagt hast, dass du alt genug bist, und welcher Satz das war. Was mit Konten von Jüngeren geschieht, steht in den `}
        <Link to="/community-guidelines" hash="alter">
          Community-Guidelines
        </Link>
        .
      </p>
      <p>
        Damit du siehst, wo du angemeldet bist, und damit niemand sonst es ist, steht zu jeder Anmeldung Zeit,
        IP-Adresse und Browser im Konto, bis du dich dort abmeldest, spätestens bis zwölf Monate nach der letzten
        Nutzung. Damit Angriffe auf dein Passwort dich nicht aussperren, merken wir uns 90 Tage lang als Hash, aus
        welchen Netzen du dich angemeldet hast. Richtest du einen zweiten Faktor ein, kommt dessen Schlüssel oder deine
        Telefonnummer dazu. Wir schreiben dir Mails, die dein Konto braucht (bestätigen, Passwort, Code, Warnungen zur
        Sicherheit, und warum das Team es gelöscht hat, wenn es das tut), das Ergebnis deiner Meldung, Rückfragen und
        Antworten des Teams und, wenn du zum Team gehörst, Hinweise auf deine Arbeit. Bestätigt niemand die Adresse,
        löschen wir Konto und Adresse 30 Tage nach der letzten Mail dorthin. Willst du eine Zusammenfassung dessen, was
        du verpasst hast, bestellst du sie in den Einstellungen und mit einem Klick in der Mail wieder ab.
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
        . Beim Löschen verschwinden Konto, Stimmen, Anmeldungen und Mails, die noch warten. Was du veröffentlicht hast,
        bleibt ohne deinen Namen, oder es geht mit, wenn du das beim Löschen wählst: Beiträge liegen dann noch 30 Tage
        verborgen im Archiv, Kommentare sind leer. Eine Stellungnahme, die du als Star veröffentlicht hast, bleibt unter
        dem Namen des Stars stehen; willst du das nicht, nimm sie vorher zurück.
      </p>
      <p>
        Was über dich gemeldet, entschieden und vom Team notiert wurde, gehört dann zu keinem Konto mehr und bleibt bis
        zum Ende seiner Frist, höchstens drei Jahre. Wo darin dein Nickname, ein früherer, dein Name oder deine Adresse
        stand, stehen Sternchen. Hat dich jemand ohne @ in einem Text genannt, der von etwas anderem handelt, bleibt das
        stehen, bis er gelöscht wird; schreib uns, wenn du das nicht willst.
      </p>
      <p>
        Ist dein Konto gesperrt, wenn es gelöscht wird, behalten wir von deiner bestätigten E-Mail-Adresse einen
        Prüfwert, den nur unser Server bilden kann, bis die Sperre endet, bei einer Sperre ohne Ende drei Jahre lang.
        Wer dieselbe Adresse bis dahin wieder bestätigt, ist gesperrt, erfährt das und kann Einspruch einlegen (Art. 6
        Abs. 1 Buchst. f DSGVO: Sonst wäre jede Sperre mit einem neuen Konto zu Ende).
      </p>
    </Chapter>
  )
}

function MembersChapter() {
  return (
    <Chapter id="mitglieder" title="Mitglieder und Beiträge">
      <p>
        Öffentlich sind die freigegebenen Beiträge, die Kommentare und die Profile von Mitgliedern: Spitzname, Bild,
        Kurztext, Karma, Rang, Lieblingsstars, Zeit des Beitritts und, wenn du das nicht verbirgst, wie oft du bei
        Gerüchten richtig lagst. Deine Reaktionen können alle Mitglieder sehen. E-Mail-Adresse und voller Name eines
        Mitglieds sind nie öffentlich. Wie du abgestimmt hast, zeigen wir öffentlich nur als Summe. Reagierst du auf
        einen Beitrag, stimmst ab oder kommentierst, erfährt das dessen Autor:in in einer Benachrichtigung, bei
        Gerüchten auch, ob du zustimmst. Wem und was du folgst, wen du blockierst oder stummschaltest, siehst nur du; es
        steht in deinem Konto, bis du es aufhebst.
      </p>
      <p>
        Benachrichtigungen löschen wir nach 30 Tagen, die von Entscheidungen des Teams über dich nach sechs Monaten,
        sobald du sie gelesen hast, sonst nach drei Jahren. Meldungen, Entscheidungen des Teams und Einsprüche bewahren
        wir drei Jahre auf, solange sich daraus Ansprüche ergeben können, die Gründe einer Sperre, solange sie gilt;
        Auszüge aus Texten darin nach 180 Tagen nicht mehr. Was du uns unter „Es geht um mich“ schreibst, bleibt drei
        Jahre nach der Antwort, eine Nachricht über das Kontaktformular zwölf Monate nach der Antwort, höchstens 24. Zu
        moderieren, zu verwarnen und zu sperren schreibt uns das Recht vor oder erlaubt es, um andere zu schützen (Art.
        6 Abs. 1 Buchst. c und f DSGVO). Einen Beitrag, den du selbst löschst, heben wir 30 Tage lang verborgen auf,
        falls es eine Beschwerde gibt; dann ist er ganz weg.
      </p>
      <p>
        Diese Fristen gelten für das, womit HoT läuft. Das meiste wird nachts gelöscht und ist spätestens einen Tag nach
        Ablauf weg. In Sicherungskopien der Datenbank steht Gelöschtes noch, bis neuere sie ersetzt haben; wir nutzen
        sie nur, um HoT nach einem Ausfall wiederherzustellen.
      </p>
      <p>
        Über Menschen aus dem Fernsehen zeigt HoT Namen, Geburtsdatum, Teilnahmen, Profile in sozialen Netzwerken mit
        Zahl der Follower, was Sendungen, Presse und die Betroffenen selbst veröffentlicht haben, Gerüchte und
        Kommentare von Mitgliedern und wie die Community sie bewertet. Das stützt sich auf die Freiheit, über
        öffentliche Auftritte zu berichten und zu reden (Art. 6 Abs. 1 Buchst. f DSGVO); was jemand selbst
        offensichtlich öffentlich gemacht hat, auf Art. 9 Abs. 2 Buchst. e DSGVO. Es bleibt, bis wir es nicht mehr
        zeigen. Geht es dabei um dich und stimmt etwas nicht, oder willst du widersprechen, sag es uns unter{' '}
        <Link to="/es-geht-um-mich">Es geht um mich</Link>, ohne Konto; mit Konto geht es auch auf der Seite des Stars
        unter „Bist du das?“.
      </p>
    </Chapter>
  )
}

function ControllerChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="verantwortlich" title="Wer verantwortlich ist">
      <p>
        <Given value={operator.operator} what={requiredFields.operator} />,{' '}
        <Given value={operator.street} what={requiredFields.street} />,{' '}
        <Given value={operator.city} what={requiredFields.city} />
        <span>{`${operator.country ? `, ${operator.country}` : ''}. Fragen zum Datenschutz:`}</span>{' '}
        <MailTo address={privacyAddress(operator)} />.
      </p>
      {operator.privacy_officer && <p>Datenschutzbeauftragte Person: {operator.privacy_officer}</p>}
    </Chapter>
  )
}

/** Public, because Google Play wants an address that explains the deletion to whoever is not signed in. */
function DeletionChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="konto-loeschen" title="Dein Konto löschen">
      <p>
        In den HoT-Apps für iOS und Android und auf der Website geht das auf demselben Weg, und es geschieht sofort:
      </p>
      <ol>
        <li>
          Melde dich an und öffne im Account <Link to="/account/daten">Deine Daten</Link>.
        </li>
        <li>Drücke ganz unten auf „Account löschen“.</li>
        <li>
          Wähle, ob deine Beiträge und Kommentare mitgehen sollen, tippe das Wort ab und bestätige, dass du es bist.
        </li>
      </ol>
      <p>
        Weg sind Profil, Bild, E-Mail-Adresse, Stimmen, Reaktionen, Benachrichtigungen und alle Anmeldungen. Beiträge
        und Kommentare bleiben ohne deinen Namen, wenn du sie nicht mitnimmst. Was gemeldet und entschieden wurde,
        bleibt ohne deinen Namen höchstens drei Jahre. Kommst du nicht mehr in dein Konto, schreib an{' '}
        <MailTo address={privacyAddress(operator)} />.
      </p>
    </Chapter>
  )
}

function RightsChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="rechte" title="Deine Rechte">
      <p>Du kannst von uns verlangen:</p>
      <ul>
        <li>Auskunft über deine Daten und eine Kopie davon (Art. 15 und 20 DSGVO),</li>
        <li>dass wir Falsches berichtigen (Art. 16),</li>
        <li>dass wir Daten löschen oder ihre Verarbeitung einschränken (Art. 17 und 18),</li>
        <li>dass eine Einwilligung für die Zukunft nicht mehr gilt (Art. 7 Abs. 3).</li>
      </ul>
      <p>
        <strong>
          Verarbeiten wir etwas wegen unserer berechtigten Interessen, darfst du dem aus Gründen, die sich aus deiner
          Situation ergeben, jederzeit widersprechen (Art. 21 DSGVO).
        </strong>
      </p>
      <p>
        Eine formlose Nachricht an <MailTo address={privacyAddress(operator)} /> genügt, oder das Formular{' '}
        <Link to="/es-geht-um-mich">Es geht um mich</Link>: ohne Konto, mit Eingangsbestätigung, und innerhalb eines
        Monats hast du eine Antwort. Beschweren kannst du dich bei jeder Datenschutz-Aufsichtsbehörde; für uns zuständig
        ist: <Given value={operator.supervisory_authority} what="Aufsichtsbehörde" />.
      </p>
      <p>
        Du musst uns keine Daten geben, um HoT zu lesen. Programme halten Beiträge zurück, bremsen oder nehmen
        Kommentare nicht an; alle stehen in den{' '}
        <Link to="/community-guidelines" hash="programme">
          Community-Guidelines
        </Link>
        , und immer kannst du einen Menschen fragen. Ablehnen, entfernen, verwarnen und eine Sperre verhängen können nur
        Menschen; Entscheidungen nach Art. 22 DSGVO, die allein eine Maschine trifft, gibt es hier nicht.
      </p>
    </Chapter>
  )
}
