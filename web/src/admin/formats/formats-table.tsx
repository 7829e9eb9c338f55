import type { AdminFormatsPage } from '@hot/domain/contract/admin/formats'
import { formatPath } from '@hot/domain/url/paths'
import { Link } from '@tanstack/react-router'
import { Badge } from '#web/ui/data/badge.tsx'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { editFormatAddress } from './format-addresses.ts'

type Row = AdminFormatsPage['items'][number]

/** Counting stops there. */
const countedMax = 1000
const upTo = (count: number) => (count < countedMax ? formatCount(count) : `${formatCount(countedMax)}+`)

export function FormatsTable({ formats }: { formats: readonly Row[] }) {
  return (
    <DataTable caption="Formate">
      <thead>
        <tr>
          <th>Format</th>
          <th>Sender</th>
          <th>Streaming</th>
          <th className="number">Staffeln</th>
          <th className="number">Termine</th>
          <th>Seite</th>
        </tr>
      </thead>
      <tbody>
        {formats.map((format) => (
          <FormatRow key={format.id} format={format} />
        ))}
      </tbody>
    </DataTable>
  )
}

function FormatRow({ format }: { format: Row }) {
  return (
    <tr>
      <td className="min-w-44">
        <Link
          to={editFormatAddress(format.id)}
          className="link block border-l-8 pl-2.5 font-bold"
          style={{ borderColor: format.color }}
        >
          {format.emoji && <span aria-hidden="true">{format.emoji} </span>}
          {format.name}
        </Link>
      </td>
      <td>{format.broadcaster ?? '–'}</td>
      <td>{format.provider ?? '–'}</td>
      <td className="number">{formatCount(format.seasons)}</td>
      <td className="number">{upTo(format.events)}</td>
      <td>
        {format.is_active ? (
          <Link to={formatPath(format.slug)} className="link">
            /{format.slug}
          </Link>
        ) : (
          <Badge>inaktiv</Badge>
        )}
      </td>
    </tr>
  )
}
