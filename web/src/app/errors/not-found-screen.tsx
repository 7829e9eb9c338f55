import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/controls/button.tsx'

/** Shown with status 404 for unknown addresses and for entries that do not exist. */
export function NotFoundScreen() {
  return (
    <div className="page">
      <div className="grid justify-items-start gap-4 py-6">
        <p className="meta">Fehler 404</p>
        <h1>Diese Seite wurde rausgewählt.</h1>
        <p className="intro">
          Unter dieser Adresse läuft nichts. Vielleicht ist sie falsch geschrieben oder umgezogen.
        </p>
        <div className="flex flex-wrap gap-2">
          <Link to="/" className={buttonClass({ variant: 'strong' })}>
            Zur Startseite
          </Link>
          <Link to="/formate" className={buttonClass()}>
            Alle Formate
          </Link>
          <Link to="/stars" className={buttonClass()}>
            Alle Stars
          </Link>
        </div>
      </div>
    </div>
  )
}
