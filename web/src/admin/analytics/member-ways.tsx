import type { AdminAnalytics } from '@hot/domain/contract/admin/analytics'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { SectionHead } from '#web/ui/layout/section-header.tsx'
import { conversionRows, funnelRows, retentionRows, type ShareRow } from './analytics-rows.ts'

/** What became of those who signed up: the funnel, the goals, and who came back. */
export function MemberWays({ page }: { page: AdminAnalytics }) {
  return (
    <>
      <Funnel page={page} />
      <section>
        <SectionHead title="Ziele" />
        <p className="meta">Von allen, die sich in diesem Zeitraum registriert haben, in beliebiger Reihenfolge.</p>
        <Shares caption="Erreichte Ziele neuer Mitglieder" rows={conversionRows(page)} />
      </section>
      <section>
        <SectionHead title="Wiederkehr" />
        <p className="meta">Von allen, für die der siebte oder dreißigste Tag in diesen Zeitraum fiel.</p>
        <Shares caption="Wer nach 7 und nach 30 Tagen wieder da war" rows={retentionRows(page)} />
      </section>
    </>
  )
}

function Funnel({ page }: { page: AdminAnalytics }) {
  return (
    <section>
      <SectionHead title="Weg der Mitglieder" />
      <p className="meta">Wer diesen Schritt und alle davor getan hat, von allen, die sich hier registriert haben.</p>
      <DataTable caption="Fünf Schritte von der Registrierung bis zum ersten Kommentar">
        <thead>
          <tr>
            <th scope="col">Schritt</th>
            <th scope="col" className="number">
              Mitglieder
            </th>
            <th scope="col" className="number">
              von allen
            </th>
            <th scope="col" className="number">
              vom Schritt davor
            </th>
          </tr>
        </thead>
        <tbody>
          {funnelRows(page).map(({ name, done, share, fromPrevious, ofStart }) => (
            <tr key={name}>
              <th scope="row" className="funnel-step" style={{ '--share': ofStart }}>
                {name}
              </th>
              <td className="number">{formatCount(done)}</td>
              <td className="number">{share}</td>
              <td className="number">{fromPrevious}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </section>
  )
}

function Shares({ caption, rows }: { caption: string; rows: readonly ShareRow[] }) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">Ziel</th>
          <th scope="col" className="number">
            erreicht
          </th>
          <th scope="col" className="number">
            von
          </th>
          <th scope="col" className="number">
            Anteil
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, done, members, share }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="number">{formatCount(done)}</td>
            <td className="number">{formatCount(members)}</td>
            <td className="number">{share}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}
