import type { AdminFigures } from '@hot/domain/contract/admin/staff'
import { formatCount } from '#web/ui/data/format-number.ts'

type Row = readonly [figure: keyof AdminFigures, name: string]

const figureGroups: readonly { title: string; rows: readonly Row[] }[] = [
  {
    title: 'Mitglieder',
    rows: [
      ['total_users', 'insgesamt'],
      ['active_users', 'aktiv (geschätzt)'],
      ['banned_users', 'gesperrt'],
      ['users_last_7_days', 'neu in 7 Tagen'],
    ],
  },
  {
    title: 'Kommentare',
    rows: [
      ['total_comments', 'insgesamt'],
      ['flagged_comments', 'gemeldet'],
      ['deleted_comments', 'gelöscht'],
    ],
  },
  {
    title: 'Beiträge',
    rows: [
      ['total_posts', 'insgesamt'],
      ['pending_posts', 'warten'],
      ['flagged_posts', 'gemeldet'],
      ['deleted_posts', 'gelöscht'],
      ['posts_last_7_days', 'neu in 7 Tagen'],
    ],
  },
  {
    title: 'Team',
    rows: [
      ['pending_reports', 'offene Meldungen'],
      ['recent_actions', 'Aktionen in 7 Tagen'],
    ],
  },
  {
    title: 'Inhalte',
    rows: [
      ['total_stars', 'Stars'],
      ['stars_last_7_days', 'neue Stars in 7 Tagen'],
      ['total_votes', 'Star-Stimmen'],
      ['total_formats', 'Formate'],
      ['total_events', 'Sendetermine'],
    ],
  },
]

export function FigureTables({ figures }: { figures: AdminFigures }) {
  return (
    <div className="figure-groups">
      {figureGroups.map(({ title, rows }) => (
        <section key={title}>
          <h2 className="type-h3">{title}</h2>
          <dl>
            {rows.map(([figure, name]) => (
              <div key={figure}>
                <dt>{name}</dt>
                <dd className="num">{formatCount(figures[figure])}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}
