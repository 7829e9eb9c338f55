import type { AdminAction } from '@hot/domain/contract/admin/staff'
import { longDateTime } from '@hot/domain/time/german-date'
import { relativeTime } from '@hot/domain/time/relative-time'
import { Link } from '@tanstack/react-router'
import { DataTable } from '#web/ui/data/data-table.tsx'
import { useStaff } from './access.tsx'
import { actionPath, actionText } from './action-texts.ts'

type Props = {
  caption: string
  actions: readonly AdminAction[]
  /** ISO instant the ages are relative to. */
  now: string
}

/** Rows of the staff action log: who did what to what, and why. */
export function ActionTable({ caption, actions, now }: Props) {
  return (
    <DataTable caption={caption}>
      <thead>
        <tr>
          <th scope="col">Wann</th>
          <th scope="col">Wer</th>
          <th scope="col">Was</th>
          <th scope="col">Ziel</th>
          <th scope="col">Grund</th>
        </tr>
      </thead>
      <tbody>
        {actions.map((action) => (
          <tr key={action.id}>
            <td className="whitespace-nowrap">
              <time dateTime={action.created_at} title={longDateTime(action.created_at)}>
                {relativeTime(action.created_at, now)}
              </time>
            </td>
            <td>{action.admin?.nickname ?? 'System oder gelöschter Account'}</td>
            <td>
              <b>{actionText(action)}</b>
            </td>
            <td className="min-w-50 wrap-anywhere">
              <Target action={action} />
            </td>
            <td className="min-w-50 wrap-anywhere">{action.reason}</td>
          </tr>
        ))}
      </tbody>
    </DataTable>
  )
}

function Target({ action }: { action: AdminAction }) {
  const { isAdmin } = useStaff()
  const path = actionPath(action, isAdmin)
  const name = action.excerpt ? `„${action.excerpt}“` : action.name
  const text = name ?? (path ? 'Ansehen' : '–')
  return (
    <>
      <span>
        {path ? (
          <Link to={path} className="underline">
            {text}
          </Link>
        ) : (
          text
        )}
      </span>
      {action.changed && <span className="meta block">Felder: {action.changed.join(', ')}</span>}
    </>
  )
}
