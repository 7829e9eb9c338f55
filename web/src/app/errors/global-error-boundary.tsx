import { Component, type ErrorInfo, type ReactNode } from 'react'
import { queueError } from '#web/lib/monitoring/monitoring-outbox.ts'
import { Button, buttonClass } from '#web/ui/controls/button.tsx'
import { ErrorPanel } from './error-panel.tsx'

/** Maximum length of a logged stack (characters). */
const loggedStackLength = 500

export type ErrorReport = {
  errorId: string
  message: string
  stack: string
  componentStack: string
  time: string
}

/** The log entry of the global error boundary. `errorId` is shown to the person, so that support can find it. */
export function errorReport(error: unknown, componentStack: string | null | undefined, now = new Date()): ErrorReport {
  const known = error instanceof Error ? error : new Error(String(error))
  return {
    errorId: `${now.getTime().toString(36)}-${Math.random().toString(36).slice(2, 6)}`,
    message: known.message,
    stack: (known.stack ?? '').slice(0, loggedStackLength),
    componentStack: componentStack ?? '',
    time: now.toISOString(),
  }
}

type State = { failed: boolean; errorId: string | null }

/** Catches errors that no route caught, including those of the app layout. */
export class GlobalErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false, errorId: null }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    const report = errorReport(error, info.componentStack)
    console.error('Unerwarteter Fehler', report)
    queueError({ error, ...report })
    this.setState({ errorId: report.errorId })
  }

  private readonly tryAgain = () => this.setState({ failed: false, errorId: null })

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <main>
        <ErrorPanel
          title="Ups! Etwas ist schief gelaufen"
          text="Ein unerwarteter Fehler ist aufgetreten. Wir wurden automatisch benachrichtigt."
          hint={<Hint errorId={this.state.errorId} />}
        >
          <Button variant="strong" onClick={this.tryAgain}>
            Erneut versuchen
          </Button>
          {/* A full page load: the router's own state may be what is broken. */}
          <a className={buttonClass()} href="/">
            Zur Startseite
          </a>
        </ErrorPanel>
      </main>
    )
  }
}

function Hint({ errorId }: { errorId: string | null }) {
  return (
    <span>
      Falls das Problem weiterhin besteht, kontaktiere uns über das Support-System.
      {errorId && (
        <>
          <br />
          <span>{`Fehlernummer ${errorId}`}</span>
        </>
      )}
    </span>
  )
}
