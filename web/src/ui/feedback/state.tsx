import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type EmptyProps = {
  emoji: string
  title: ReactNode
  /** A short, dry line. */
  text?: ReactNode
  /** What to do about it. */
  children?: ReactNode
}

/** Nothing here: one emoji, one sentence, one action. */
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
  onRetry?: () => void /** Further actions. */
  children?: ReactNode
}

/** Part of a page could not be loaded. Generic texts by default. */
export function ErrorState({
  title = 'Etwas ist schiefgelaufen',
  text = 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es erneut.',
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

/** A callout beside the text. For collapsible content, use `<details className="callout">`. */
export function Callout({ kind = 'plain', children }: CalloutProps) {
  return <div className={kind === 'plain' ? 'callout' : `callout callout-${kind}`}>{children}</div>
}
