import { Skeleton } from '#web/ui/feedback/loading.tsx'
import { VisuallyHidden } from '#web/ui/layout/heading.tsx'
import { AccountFrame } from './account-layout.tsx'

const rows = ['a', 'b', 'c']

/** Shown until the viewer is known; also rendered by the server. */
export function AccountSkeleton({ path }: { path: string }) {
  return (
    <AccountFrame path={path}>
      <div aria-busy="true">
        <VisuallyHidden>
          <h1>Mein Account</h1>
          <p role="status">Dein Account wird geladen</p>
        </VisuallyHidden>
        <SectionSkeleton />
      </div>
    </AccountFrame>
  )
}

/** Part of a page while it loads. */
export function SectionSkeleton({ label }: { label?: string }) {
  return (
    <div className="grid gap-4" aria-busy="true">
      {label && (
        <VisuallyHidden>
          <p role="status">{label}</p>
        </VisuallyHidden>
      )}
      {rows.map((row) => (
        <div key={row} className="grid gap-2">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-12" />
        </div>
      ))}
    </div>
  )
}

const listRows = ['a', 'b', 'c', 'd']

/** Rows of text while they load. */
export function ListSkeleton() {
  return (
    <div className="grid gap-6">
      {listRows.map((row) => (
        <div key={row} className="grid gap-3">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="h-10" />
        </div>
      ))}
    </div>
  )
}
