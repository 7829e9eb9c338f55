import { requiredFields, secondWay } from '@hot/domain/settings/legal-fields'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SiteOperator } from '#web/lib/api/config/runtime-config.ts'
import { contactQuery, operatorQuery } from './api.ts'
import { Chapter, Given, LegalPage, MailTo } from './legal-page.tsx'

export function Imprint() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  const { data: hasForm } = useSuspenseQuery(contactQuery)
  return (
    <LegalPage
      title="Impressum"
      intro="Angaben nach § 5 Digitale-Dienste-Gesetz (DDG)."
      operator={operator}
      needs={['operator', 'street', 'city', 'email', 'responsible']}
      // Where nobody could be asked, nothing is said to be missing.
      lacks={operator.phone || hasForm !== false ? [] : [secondWay]}
    >
      <Provider operator={operator} />
      <Contact operator={operator} hasForm={hasForm !== false} />
      <Registers operator={operator} />
      <Chapter id="verantwortlich" title="Verantwortlich für den Inhalt">
        <p>
          Nach § 18 Abs. 2 Medienstaatsvertrag:
          <br />
          <Given value={operator.responsible} what="Name und Anschrift" />
        </p>
      </Chapter>
      <Chapter id="dsa" title="Kontaktstelle nach dem Digital Services Act">
        <p>
          Für Behörden und für alle, die HoT nutzen (Art. 11 und 12 der Verordnung (EU) 2022/2065):{' '}
          <MailTo address={operator.email} />. Schreib uns auf Deutsch oder Englisch. Rechtswidrige Inhalte meldest du
          ebenfalls hier; was danach passiert, steht in den{' '}
          <Link to="/community-guidelines" hash="melden">
            Community-Guidelines
          </Link>
          .
        </p>
      </Chapter>
      <Chapter id="tco" title="Kontaktstelle für Anordnungen zu terroristischen Inhalten">
        <p>
          Entfernungsanordnungen nach der Verordnung (EU) 2021/784 (Art. 15) nehmen wir auf Deutsch oder Englisch an
          unter <MailTo address={operator.email} />.
        </p>
      </Chapter>
      <Chapter id="barrierefreiheit" title="Barrierefreiheit">
        <p>
          Was HoT kann, was noch fehlt und wem du eine Barriere meldest, steht unter{' '}
          <Link to="/barrierefreiheit">Barrierefreiheit</Link>.
        </p>
      </Chapter>
      <Chapter id="inhalte" title="Beiträge von Mitgliedern und fremde Links">
        <p>
          Gerüchte, Umfragen, Diskussionen und Kommentare stammen von Mitgliedern und geben deren Meinung wieder. Für
          Seiten, auf die HoT verlinkt, sind deren Betreiber verantwortlich. Erfahren wir von rechtswidrigen Inhalten
          oder Links, entfernen wir sie.
        </p>
        <p>
          Geht es um dich? Unter <Link to="/es-geht-um-mich">Es geht um mich</Link> verlangst du ohne Konto, dass wir
          etwas berichtigen oder entfernen.
        </p>
      </Chapter>
    </LegalPage>
  )
}

function Provider({ operator }: { operator: SiteOperator }) {
  return (
    <Chapter id="betreiber" title="Betreiber">
      <address className="not-italic">
        <Given value={operator.operator} what={requiredFields.operator} />
        <br />
        <Given value={operator.street} what={requiredFields.street} />
        <br />
        <Given value={operator.city} what={requiredFields.city} />
        {operator.country && (
          <>
            <br />
            <span>{operator.country}</span>
          </>
        )}
      </address>
      {operator.representative && <p>Vertreten durch: {operator.representative}</p>}
    </Chapter>
  )
}

function Contact({ operator, hasForm }: { operator: SiteOperator; hasForm: boolean }) {
  return (
    <Chapter id="kontakt" title="Kontakt">
      <p>
        E-Mail: <MailTo address={operator.email} />
        {operator.phone && (
          <>
            <br />
            <span>Telefon: </span>
            <a href={`tel:${operator.phone.replace(/[^\d+]/g, '')}`}>{operator.phone}</a>
          </>
        )}
      </p>
      {hasForm && (
        <p>
          Oder über das <Link to="/kontakt">Kontaktformular</Link>, ohne Konto: Du bekommst gleich eine Bestätigung, und
          ein Mensch antwortet dir.
        </p>
      )}
    </Chapter>
  )
}

/** Register entry, business and VAT number, if the operator has them; renders nothing otherwise. */
function Registers({ operator }: { operator: SiteOperator }) {
  if (!operator.register && !operator.vat_id && !operator.business_id) return null
  return (
    <Chapter id="register" title="Register und Steuern">
      {operator.register && <p>Registereintrag: {operator.register}</p>}
      {operator.business_id && (
        <p>Wirtschafts-Identifikationsnummer nach § 139c Abgabenordnung: {operator.business_id}</p>
      )}
      {operator.vat_id && <p>Umsatzsteuer-Identifikationsnummer nach § 27a UStG: {operator.vat_id}</p>}
    </Chapter>
  )
}
