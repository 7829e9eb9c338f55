import { missingFields, type RequiredField } from '@hot/domain/settings/legal-fields'
import type { ReactNode } from 'react'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { PageHead } from '#web/ui/layout/heading.tsx'

type Props = {
  title: string
  intro: string
  operator: SiteOperator
  /** The operator's data that the law requires on this page. */
  needs: readonly RequiredField[]
  /** What it lacks besides. */
  lacks?: readonly string[]
  children: ReactNode
}

/** A legal page, with a warning if data that it needs is not configured. */
export function LegalPage({ title, intro, operator, needs, lacks = [], children }: Props) {
  const missing = [...missingFields(operator, needs), ...lacks]
  return (
    <article className="page">
      <PageHead title={title} intro={intro} />
      <div className="prose">
        {missing.length > 0 && (
          <p className="callout callout-warn">
            <strong>Diese Seite ist unvollständig.</strong> Es fehlt: {missing.join(', ')}. Wer HoT betreibt, trägt das
            im Team-Bereich unter „Texte“ nach.
          </p>
        )}
        {children}
      </div>
    </article>
  )
}

/** A chapter with its heading; `id` makes it linkable. */
export function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid gap-3 pt-4">
      <h2 className="type-h3">{title}</h2>
      {children}
    </section>
  )
}

/** A value of the operator's data, or a notice that it is missing. */
export function Given({ value, what }: { value: string | undefined; what: string }) {
  return value ? value : <em>({what} fehlt noch)</em>
}

/** A contact e-mail address, or a notice that it is missing. */
export function MailTo({ address }: { address: string | undefined }) {
  return address ? <a href={`mailto:${address}`}>{address}</a> : <em>(E-Mail-Adresse fehlt noch)</em>
}
