import { useSuspenseQuery } from '@tanstack/react-query'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { operatorQuery } from './api.ts'
import { Chapter, LegalPage, MailTo } from './legal-page.tsx'

export function CommunityGuidelines() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  return (
    <LegalPage
      title="Community-Guidelines"
      intro="Wir lästern über Fernsehen, nicht über wehrlose Menschen. Diese Regeln gelten für alles, was Mitglieder auf HoT schreiben und hochladen."
      operator={operator}
      needs={['email']}
    >
      <Chapter id="ton" title="1. Der Ton">
        <p>
          Hart in der Sache, fair zur Person. Kritik an Auftritten, Schnitt und Entscheidungen gehört dazu.
          Beleidigungen, Drohungen, Hass und Hetze nicht – weder gegen Stars noch gegen Mitglieder oder das Team.
          Niemand wird wegen Herkunft, Religion, Geschlecht, Sexualität, Aussehen oder Behinderung herabgesetzt.
        </p>
      </Chapter>
      <Chapter id="geruechte" title="2. Gerüchte">
        <p>
          Ein Gerücht ist als Gerücht gekennzeichnet, bleibt bei dem, was im Fernsehen oder von den Leuten selbst
          öffentlich gemacht wurde, und nennt am besten eine Quelle. Tabu sind erfundene Tatsachen über echte Menschen,
          Straftaten, Krankheiten, Schwangerschaften und alles über Kinder. Über den Status entscheidet das Team, nicht
          die Mehrheit.
        </p>
        <p>
          Haben die Leute selbst öffentlich gemacht, was ihre Gesundheit, ihre Sexualität, eine Straftat oder
          Minderjährige betrifft, braucht das Gerücht einen Link dorthin, und jemand vom Team liest es, bevor es andere
          sehen.
        </p>
      </Chapter>
      <Chapter id="privates" title="3. Privates bleibt privat">
        <p>
          Keine Adressen, Telefonnummern, Arbeitsplätze, privaten Chats oder heimlichen Aufnahmen. Auch nicht, wenn sie
          anderswo schon stehen.
        </p>
      </Chapter>
      <Chapter id="inhalte" title="4. Was sonst nicht geht">
        <ul>
          <li>Rechtswidriges aller Art, Pornografie, Gewaltverherrlichung, Aufrufe zu Straftaten</li>
          <li>Fremde Texte und Bilder, an denen du keine Rechte hast</li>
          <li>Werbung, Spam, gekaufte Stimmen und mehrere Konten für eine Person</li>
          <li>Spoiler ohne Warnung im Titel</li>
        </ul>
      </Chapter>
      <ReportChapter operator={operator} />
      <ConsequencesChapter />
      <AppealChapter operator={operator} />
    </LegalPage>
  )
}

function ReportChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="melden" title="5. Melden">
      <p>
        Melden dürfen alle, auch ohne Konto: An jedem Beitrag, jedem Kommentar und jedem Profil steht „Melden“. Ohne
        Konto brauchen wir deinen Namen, deine E-Mail-Adresse und dass du nach bestem Wissen meldest; deine Meldung
        zählt, sobald du den Link in unserer Mail bestätigt hast. Bei Darstellungen von Kindesmissbrauch brauchst du
        keinen Namen zu nennen: Schreib dann an <MailTo address={operator.email} />.
      </p>
      <p>
        Gründe sind: illegaler Inhalt, Beleidigung oder Hass, eine Falschbehauptung über eine Person, Privatsphäre,
        Spam, Spoiler, Sonstiges. Wir bestätigen den Eingang, prüfen jede Meldung von Hand und sagen dir, was daraus
        geworden ist. Die gemeldete Person erfährt nicht, wer gemeldet hat.
      </p>
    </Chapter>
  )
}

function ConsequencesChapter() {
  return (
    <Chapter id="folgen" title="6. Was dann passiert">
      <p>
        Neue Beiträge prüft das Team, bevor sie erscheinen; wer genug freigegebene Beiträge und länger keine Verwarnung
        hat (in der Regel fünf Beiträge und 90 Tage), veröffentlicht sofort. Verstößt etwas gegen die Regeln, lehnen wir
        es ab oder entfernen es. Danach kommen Verwarnung, Sperre auf Zeit und bei schweren Fällen Sperre auf Dauer.
        Drei Verwarnungen in 90 Tagen legen eine Sperre nahe. Entschieden wird immer von Menschen, nie allein von einer
        Maschine.
      </p>
      <p>
        Du bekommst jede Entscheidung begründet: was wir getan haben, warum, nach welcher Regel, wer entschieden hat und
        wie du Einspruch einlegst. Wer offensichtlich grundlos meldet oder Einspruch einlegt, wieder und wieder, dessen
        Meldungen können wir nach einer Warnung eine Zeit lang liegen lassen.
      </p>
    </Chapter>
  )
}

function AppealChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="einspruch" title="7. Einspruch">
      <p>
        Gegen jede Entscheidung kannst du einmal Einspruch einlegen, kostenlos und mindestens sechs Monate lang.
        Betrifft sie dich oder deine Inhalte, geht das in deinem Account unter „Moderation“, auch während einer Sperre.
        Hast du etwas gemeldet und bist mit dem Ergebnis nicht einverstanden, schreib an{' '}
        <MailTo address={operator.email} /> und nenne die Entscheidung. Darüber entscheidet, wo es geht, jemand anderes
        aus dem Team als beim ersten Mal.
      </p>
      <p>
        Bist du danach nicht einverstanden, kannst du eine zugelassene Stelle für außergerichtliche Streitbeilegung
        anrufen (Art. 21 der Verordnung (EU) 2022/2065). Der Weg zu den Gerichten bleibt dir immer.
      </p>
    </Chapter>
  )
}
