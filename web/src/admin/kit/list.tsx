import type { RpcArguments } from '@hot/domain/contract/rpcs'
import { csvFile } from '@hot/domain/text/csv-cell'
import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PagedRpc, rpcPages } from '#web/lib/api/rpc/rpc-pages.ts'
import { saveFile } from '#web/platform/share/share.ts'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { formatCount } from '#web/ui/data/format-number.ts'
import { showToast } from '#web/ui/feedback/toasts.ts'
import { SelectField } from '#web/ui/forms/field.tsx'

/** An infinite admin list, paged by opaque cursors. Refetched on every visit, because others change it too. */
export const listQuery = <Name extends PagedRpc>(
  queryKey: readonly unknown[],
  name: Name,
  filters: Omit<RpcArguments<Name>, 'p_after'>,
) => infiniteQueryOptions({ queryKey, ...rpcPages(name, filters), staleTime: 0, meta: { personal: true } })

/** Saves a table as CSV; `name` is without its extension. A failure is shown in a toast. */
export function saveTable(name: string, rows: Parameters<typeof csvFile>[0]): void {
  saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csvFile(rows)).catch((error) => {
    console.error(error)
    showToast({ kind: 'error', title: 'Datei nicht gesichert', text: 'Versuch es gleich noch einmal.' })
  })
}

/** One column of a list: its header, and how it renders a row. */
export type Column<Row> = {
  head: string
  /** Numbers, aligned right. */
  number?: boolean
  /** Classes of its cells. */
  className?: string
  cell: (row: Row) => ReactNode
}

type TableProps<Row> = { caption: string; columns: readonly Column<Row>[]; rows: readonly Row[] }

/** An admin list as a table. */
export function ResourceTable<Row extends { id: string | number }>({ caption, columns, rows }: TableProps<Row>) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          {columns.map(({ head, number }) => (
            <th key={head} scope="col" className={number ? 'number' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ head, number, className, cell }) => (
              <td key={head} className={number ? 'number' : className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

/** The database stops counting here. */
const countedMax = 1000

/** A count that stops at 1.000. */
export const countUpTo = (count: number): string =>
  count < countedMax ? formatCount(count) : `${formatCount(countedMax)}+`

/** A filter's choices by URL word, with RPC value and label. */
type Choices = Readonly<Record<string, { text: string }>>

type ChoiceProps<Of extends Choices> = {
  label: string
  /** The option for no choice. */
  all?: string
  choices: Of
  value: (keyof Of & string) | undefined
  onChange: (key: (keyof Of & string) | undefined) => void
}

/** A filter with fixed values. */
export function ChoiceFilter<Of extends Choices>({ label, all, choices, value, onChange }: ChoiceProps<Of>) {
  const options = choicesOf(choices)
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(options.find((key) => key === event.target.value))}
    >
      {all && <option value="">{all}</option>}
      {options.map((key) => (
        <option key={key} value={key}>
          {choices[key]?.text}
        </option>
      ))}
    </SelectField>
  )
}

/** The URL words of a filter, for parsing. */
export const choicesOf = <Of extends Choices>(choices: Of) => Object.keys(choices) as (keyof Of & string)[]
