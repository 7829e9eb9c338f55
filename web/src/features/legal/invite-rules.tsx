import { PageHead } from '#web/ui/layout/heading.tsx'
import { Chapter } from './legal-page.tsx'

/** Explains the invite codes; the rules themselves are enforced by the database. */
export function InviteRules() {
  return (
    <article className="page">
      <PageHead title="So funktionieren Einladungen" intro="Zum Lesen brauchst du nie eine. Zum Mitmachen manchmal." />
      <div className="prose">
        <Chapter id="wann" title="Wann du eine brauchst">
          <p>
            Normalerweise steht HoT allen offen. Wird es voll, schalten wir auf Einladung: Dann braucht ein neues Konto
            einen gültigen Code. Wer sich ohne Code mit Google oder Apple anmeldet, kann lesen und den Code später
            nachreichen.
          </p>
        </Chapter>
        <Chapter id="code" title="Der Code">
          <p>
            Acht Zeichen, ohne solche, die man verwechselt. Er kommt vom Team, gilt für eine bestimmte Zahl von
            Anmeldungen und kann ein Ablaufdatum haben. Wer ihn ausgestellt hat, erfährt, dass er eingelöst wurde.
          </p>
        </Chapter>
        <Chapter id="einloesen" title="Einlösen">
          <p>
            Öffne den Link aus der Einladung; der Code ist schon eingetragen. Raten lohnt sich nicht: Nach ein paar
            falschen Versuchen ist Pause.
          </p>
        </Chapter>
      </div>
    </article>
  )
}
