import { privacyAddress, requiredFields } from '#web/lib/api/config/operator-fields.ts'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Chapter, Given, MailTo } from './legal-page.tsx'

export function ControllerChapter({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="verantwortlich" title="Wer verantwortlich ist">
      <p>
        <Given value={operator.operator} what={requiredFields.operator} />,{' '}
        <Given value={operator.street} what={requiredFields.street} />,{' '}
        <Given value={operator.city} what={requiredFields.city} />
        {operator.country && `, ${operator.country}`}. Fragen zum Datenschutz:{' '}
        <MailTo address={privacyAddress(operator)} />.
      </p>
      {operator.privacy_officer && <p>Datenschutzbeauftragte Person: {operator.privacy_officer}</p>}
    </Chapter>
  )
}

export function RightsChapter({ operator }: { operator: SiteOperator }) {
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
        Eine formlose Nachricht an <MailTo address={privacyAddress(operator)} /> genügt. Beschweren kannst du dich bei
        jeder Datenschutz-Aufsichtsbehörde; für uns zuständig ist:{' '}
        <Given value={operator.supervisory_authority} what="Aufsichtsbehörde" />.
      </p>
      <p>
        Du musst uns keine Daten geben, um HoT zu lesen. Entscheidungen, die allein eine Maschine trifft, gibt es hier
        nicht.
      </p>
    </Chapter>
  )
}
