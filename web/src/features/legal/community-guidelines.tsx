import { minimumAge } from '@hot/domain/member/age'
import { programs } from '@hot/domain/moderation/programs'
import { guidelineChapters } from '@hot/domain/settings/guidelines'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ArticleText } from '#web/entities/news/article-text.tsx'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { guidelinesQuery, operatorQuery } from './api.ts'
import { Chapter, LegalPage, MailTo } from './legal-page.tsx'

export function CommunityGuidelines() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  const { data: guidelines } = useSuspenseQuery(guidelinesQuery)
  const chapters = guidelineChapters(guidelines)
  return (
    <LegalPage
      title="Community-Guidelines"
      intro="Wir lästern über Fernsehen, nicht über wehrlose Menschen. Diese Regeln gelten für alles, was Mitglieder auf HoT schreiben und hochladen."
      operator={operator}
      needs={['email']}
    >
      {chapters.map(({ id, title, text }) => (
        <Chapter key={title} id={id} title={title}>
          <ArticleText text={text} isLarge={false} />
        </Chapter>
      ))}
      <ReportChapter number={chapters.length + 1} operator={operator} />
      <ConsequencesChapter number={chapters.length + 2} />
      <ProgramsChapter number={chapters.length + 3} operator={operator} />
      <AppealChapter number={chapters.length + 4} operator={operator} />
      <AgeChapter number={chapters.length + 5} operator={operator} />
      <ChildSafetyChapter number={chapters.length + 6} operator={operator} />
    </LegalPage>
  )
}

type NumberedProps = { number: number; operator: SiteOperator }

function ReportChapter({ number, operator }: NumberedProps) {
  return (
    <Chapter id="melden" title={`${number}. Melden`}>
      <p>
        Melden dürfen alle, auch ohne Konto: An jedem Beitrag, jedem Kommentar und jedem Profil steht „Melden“. Ohne
        Konto brauchen wir deinen Namen, deine E-Mail-Adresse und dass du nach bestem Wissen meldest; deine Meldung
        zählt, sobald du den Link in unserer Mail bestätigt hast. Meldest du illegale Inhalte, sag, was daran
        rechtswidrig ist: Das Team sieht die Meldung dann sofort, auch bevor du den Link bestätigt hast. Geht es um den
        Missbrauch von Kindern, brauchst du weder Namen noch Adresse. Du kannst uns auch schreiben:{' '}
        <MailTo address={operator.email} />.
      </p>
      <p>
        Gründe sind: illegaler Inhalt, Beleidigung oder Hass, eine Falschbehauptung über eine Person, Privatsphäre,
        Spam, Spoiler, Sonstiges. Wir bestätigen den Eingang, prüfen jede Meldung von Hand und sagen dir, was daraus
        geworden ist. Die gemeldete Person erfährt nicht, wer gemeldet hat.
      </p>
    </Chapter>
  )
}

function ConsequencesChapter({ number }: Pick<NumberedProps, 'number'>) {
  return (
    <Chapter id="folgen" title={`${number}. Was dann passiert`}>
      <p>
        Neue Beiträge prüft das Team, bevor sie erscheinen; wer genug freigegebene Beiträge und länger keine Verwarnung
        hat (in der Regel fünf Beiträge und 90 Tage), veröffentlicht sofort. Verstößt etwas gegen die Regeln, lehnen wir
        es ab, entfernen es oder ändern daran, was nicht geht; ebenso Spitznamen, Bilder und Kurztexte. Danach kommen
        Verwarnung, Sperre auf Zeit und bei schweren Fällen Sperre auf Dauer oder Löschen des Kontos. Drei Verwarnungen
        in 90 Tagen legen eine Sperre nahe. Ablehnen, entfernen, ändern, verwarnen, löschen und eine Sperre verhängen
        können nur Menschen. Programme halten manches zurück, bremsen oder nehmen es nicht an:{' '}
        <a href="#programme">welche, und wie du einen Menschen erreichst</a>.
      </p>
      <p>
        Du bekommst jede Entscheidung begründet: was wir getan haben, warum, nach welcher Regel oder welchem Gesetz,
        wofür und wie lange es gilt, ob ein Mensch oder ein Programm darauf aufmerksam gemacht hat, und wie du Einspruch
        einlegst. Löschen wir dein Konto, steht das in einer Mail an dich, auch, was von einer Sperre bleibt. Wer
        offensichtlich grundlos meldet oder Einspruch einlegt, wieder und wieder, dessen Meldungen können wir nach einer
        Warnung eine Zeit lang liegen lassen.
      </p>
    </Chapter>
  )
}

/** Names every program that acts on what members write (programs.ts). */
function ProgramsChapter({ number, operator }: NumberedProps) {
  return (
    <Chapter id="programme" title={`${number}. Was Programme tun`}>
      <p>
        Kein Programm lehnt Beiträge ab, entfernt, verwarnt oder verhängt eine Sperre. Diese hier halten zurück,
        bremsen, nehmen nicht an oder ordnen:
      </p>
      <ul>
        {programs.map(({ name, does, human }) => (
          <li key={name}>
            <strong>{name}.</strong> {`${does}${human ? ` ${human}` : ''}`}
          </li>
        ))}
      </ul>
      <p>
        Bei jedem davon kannst du einen Menschen fragen: <MailTo address={operator.email} />. Was dein Konto betrifft
        und von Menschen entschieden wurde, geht über den Einspruch.
      </p>
    </Chapter>
  )
}

function AppealChapter({ number, operator }: NumberedProps) {
  return (
    <Chapter id="einspruch" title={`${number}. Einspruch`}>
      <p>
        Gegen jede Entscheidung kannst du einmal Einspruch einlegen, kostenlos und mindestens sechs Monate lang.
        Betrifft sie dich oder deine Inhalte, geht das in deinem Account unter „Moderation“, auch während einer Sperre.
        Hast du etwas gemeldet und bist mit dem Ergebnis nicht einverstanden, oder haben wir dein Konto gelöscht,
        schreib an <MailTo address={operator.email} /> und nenne die Entscheidung. Darüber entscheidet, wo es geht,
        jemand anderes aus dem Team als beim ersten Mal.
      </p>
      <p>
        Bist du nicht einverstanden, kannst du eine zugelassene Stelle für außergerichtliche Streitbeilegung anrufen
        (Art. 21 der Verordnung (EU) 2022/2065;{' '}
        <a href="https://digital-strategy.ec.europa.eu/en/policies/dsa-out-court-dispute-settlement" rel="noopener">
          die EU-Kommission führt eine Liste
        </a>
        ). Der Weg zu den Gerichten bleibt dir immer.
      </p>
    </Chapter>
  )
}

/** From which age on one may register, and what happens to accounts of younger people. */
function AgeChapter({ number, operator }: NumberedProps) {
  return (
    <Chapter id="alter" title={`${number}. Ab ${minimumAge}`}>
      <p>
        {`Ein Konto bekommt nur, wer mindestens ${minimumAge} Jahre alt ist. Das bestätigst du beim Registrieren; nach dem Geburtstag fragen wir nicht. Lesen darf HoT jeder.`}
      </p>
      <p>
        {`Gehört ein Konto jemandem unter ${minimumAge}? Melde das Profil (Grund „Sonstiges“), oder schreib an `}
        <MailTo address={operator.email} />. Eltern können das auch tun. Erfahren wir davon, sperren wir das Konto und
        löschen es mit allem, was dazugehört. Wer sein Konto selbst löschen will, kann das jederzeit unter „Deine
        Daten“.
      </p>
    </Chapter>
  )
}

/** The standards against sexual abuse and exploitation of children that Google Play asks social apps to publish. */
function ChildSafetyChapter({ number, operator }: NumberedProps) {
  return (
    <Chapter id="kinderschutz" title={`${number}. Schutz von Kindern`}>
      <p>
        HoT duldet keinen sexuellen Missbrauch und keine sexuelle Ausbeutung von Kindern und Jugendlichen, auf der
        Website nicht und in den Apps nicht. Verboten sind Darstellungen davon, auch gezeichnete und erzeugte, Texte,
        die Minderjährige sexualisieren, das Anbahnen von Kontakten, Erpressung mit Bildern, Handel und jeder Link
        dorthin.
      </p>
      <p>
        Siehst du so etwas, drücke dort auf „Melden“ und wähle „Illegaler Inhalt“: Das Team sieht es sofort, und du
        brauchst weder Konto noch Namen. Du kannst auch schreiben an <MailTo address={operator.email} />; dort antwortet
        auch, wer bei HoT für den Schutz von Kindern verantwortlich ist. Wir entfernen es, sperren das Konto auf Dauer
        und geben es an die zuständigen Behörden weiter. Ist ein Kind in Gefahr, ruf zuerst die Polizei: 110.
      </p>
    </Chapter>
  )
}
