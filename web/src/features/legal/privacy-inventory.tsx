import { inventory, inventoryLabels } from '@hot/domain/privacy/inventory'
import { type ServiceName, services } from '@hot/domain/privacy/services'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { Chapter } from './legal-page.tsx'

/** Everything that is kept, as the inventory has it; tests compare that with the database. */
export function InventoryChapter() {
  return (
    <Chapter id="liste" title="Alles auf einen Blick">
      <p>Das ist die ganze Liste dessen, was HoT über Menschen speichert. Die Abschnitte davor erklären sie.</p>
      <ul>
        {Object.entries(inventory).map(([key, entry]) => (
          <li key={key}>
            <strong>{`${entry.what}.`}</strong>
            {Object.entries(inventoryLabels).map(([part, label]) => (
              <span key={part}>{` ${label}: ${entry[part as keyof typeof inventoryLabels]}.`}</span>
            ))}
          </li>
        ))}
      </ul>
    </Chapter>
  )
}

function Services({ used, operator }: Props) {
  if (!used) return <p>Welche Dienste HoT nutzt, steht auf der Website unter „Datenschutz“.</p>
  if (used.length === 0)
    return operator.processors ? null : (
      <p>Niemand außer unserem Hosting-Anbieter: HoT ist hier ohne fremde Dienste eingerichtet.</p>
    )
  return (
    <>
      <p>Außer unserem Hosting-Anbieter sind das, so wie HoT hier eingerichtet ist:</p>
      <ul>
        {used.map((name) => (
          <li key={name}>
            <strong>{`${services[name].name}.`}</strong> {`${services[name].receives} ${services[name].transfer}`}
          </li>
        ))}
      </ul>
    </>
  )
}

type Props = { used: readonly ServiceName[] | null; operator: SiteOperator }

/** Who receives data outside, by what this installation is configured for; null: that could not be loaded. */
export function RecipientsChapter({ used, operator }: Props) {
  return (
    <Chapter id="empfaenger" title="Wer sonst Daten bekommt">
      <Services used={used} operator={operator} />
      {operator.processors && <p className="whitespace-pre-line">{`Auftragsverarbeiter: ${operator.processors}`}</p>}
      <p>Behörden und Gerichten geben wir Daten nur, wenn wir dazu verpflichtet sind. Verkauft wird nichts.</p>
    </Chapter>
  )
}
