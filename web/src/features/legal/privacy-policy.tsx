import { useSuspenseQuery } from '@tanstack/react-query'
import { LegalPage } from './legal-page.tsx'
import { operatorQuery } from './operator-query.ts'
import { AccountChapter, MembersChapter } from './privacy-account.tsx'
import { DeviceChapter } from './privacy-device.tsx'
import { ReadingChapter, ReportsChapter, StatisticsChapter } from './privacy-processing.tsx'
import { ControllerChapter, RightsChapter } from './privacy-rights.tsx'

export function PrivacyPolicy() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  return (
    <LegalPage
      title="Datenschutz"
      intro="Kurz: Wer nur liest, wird nicht verfolgt. Keine Cookies, keine Werbung, keine Dienste von Dritten. Ausführlich steht es hier."
      operator={operator}
      needs={['operator', 'street', 'city', 'email', 'hoster', 'supervisory_authority']}
    >
      <ControllerChapter operator={operator} />
      <ReadingChapter operator={operator} />
      <DeviceChapter />
      <StatisticsChapter />
      <ReportsChapter />
      <AccountChapter />
      <MembersChapter />
      <RightsChapter operator={operator} />
    </LegalPage>
  )
}
