import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'

type Props = {
  title?: ReactNode
  text?: ReactNode
  onRetry?: () => void /** Further ways out. */
  children?: ReactNode
}

/** Part of a page could not be loaded. General texts unless something more exact is known. */
export function ErrorState({
  title = 'Etwas ist schiefgelaufen',
  text = 'Ein unerwarteter Fehler ist aufgetreten. Bitte versuche es erneut.',
  onRetry,
  children,
}: Props) {
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
