import { useSuspenseQuery } from '@tanstack/react-query'
import { operatorQuery } from './api.ts'
import { AppealChapter, ConsequencesChapter, ReportChapter } from './guidelines-moderation.tsx'
import { Chapter, LegalPage } from './legal-page.tsx'

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
