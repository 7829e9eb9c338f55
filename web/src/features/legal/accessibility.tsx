import { useSuspenseQuery } from '@tanstack/react-query'
import { LetterKeysSwitch } from '#web/entities/member/letter-keys-switch.tsx'
import { ArticleText } from '#web/entities/news/article-text.tsx'
import { accessibilityQuery, operatorQuery } from './api.ts'
import { Chapter, LegalPage, MailTo } from './legal-page.tsx'

/** Of services to consumers, for all states together. */
const usualAuthority =
  'Marktüberwachungsstelle der Länder für die Barrierefreiheit von Produkten und Dienstleistungen, Magdeburg'

/** `/barrierefreiheit`: what HoT does for people with disabilities, what it lacks, whom to tell, and who supervises. */
export function Accessibility() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  const { data: text } = useSuspenseQuery(accessibilityQuery)
  return (
    <LegalPage
      title="Barrierefreiheit"
      intro="Wie sich HoT ohne Maus, ohne Bild und ohne Zeitdruck bedienen lässt, was noch fehlt und wem du es sagst."
      operator={operator}
      needs={['email']}
    >
      <ArticleText text={text} isLarge={false} />
      <Chapter id="tasten" title="Einzelne Tasten">
        <LetterKeysSwitch />
      </Chapter>
      <Chapter id="barriere-melden" title="Eine Barriere melden">
        <p>
          Etwas geht nicht, oder du brauchst einen Inhalt anders? Schreib an{' '}
          <MailTo address={operator.accessibility_email || operator.email} />: auf welcher Seite, was du tun wolltest
          und womit du HoT bedienst.
        </p>
      </Chapter>
      <Chapter id="aufsicht" title="Wenn wir nicht helfen">
        <p>
          Die Aufsicht über die Barrierefreiheit hat: <span>{operator.accessibility_authority || usualAuthority}</span>.
        </p>
      </Chapter>
    </LegalPage>
  )
}
