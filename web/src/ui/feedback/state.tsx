import { unknownFailure } from '@hot/domain/network/refusals'
import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type EmptyProps = {
  emoji: string
  title: ReactNode
  /** A short line below the title. */
  text?: ReactNode
  /** What to do about it, as links or buttons. */
  children?: ReactNode
}

/** Shown in place of an empty list or result. */
export function EmptyState({ emoji, title, text, children }: EmptyProps) {
  return (
    <div className="empty-state">
      <i aria-hidden="true">{emoji}</i>
      <p className="type-h3">{title}</p>
      {text && <p className="meta">{text}</p>}
      {children && <div className="state-actions">{children}</div>}
    </div>
  )
}

type ErrorProps = {
  title?: ReactNode
  text?: ReactNode
  onRetry?: () => void
  /** Further actions. */
  children?: ReactNode
}

/** Shown in place of a part of the page that could not be loaded, with generic texts by default. */
export function ErrorState({
  title = unknownFailure,
  text = 'Bitte versuche es erneut.',
  onRetry,
  children,
}: ErrorProps) {
  return (
    <div className="empty-state error-state" role="alert">
      <p className="type-h3">{title}</p>
      <p className="meta">{text}</p>
      <div className="state-actions">
        {onRetry && (
          <Button variant="strong" onClick={onRetry}>
            Erneut versuchen
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

type CalloutProps = { kind?: 'plain' | 'ok' | 'warn'; children: ReactNode }

/** A highlighted note. For collapsible content, use `<details className="callout">`. */
export function Callout({ kind = 'plain', children }: CalloutProps) {
  return <div className={kind === 'plain' ? 'callout' : `callout callout-${kind}`}>{children}</div>
}
