import { useSuspenseQuery } from '@tanstack/react-query'
import { operatorQuery, reportsHostQuery } from './api.ts'
import { LegalPage } from './legal-page.tsx'
import { AccountChapter, MembersChapter } from './privacy-account.tsx'
import { DeviceChapter } from './privacy-device.tsx'
import { OfflineChapter } from './privacy-offline.tsx'
import { ReadingChapter, ReportsChapter } from './privacy-processing.tsx'
import { ControllerChapter, RightsChapter } from './privacy-rights.tsx'
import { ErrorReportsChapter, StatisticsChapter } from './privacy-statistics.tsx'

const intro = 'Kurz: Wer nur liest, wird nicht verfolgt. Keine Cookies, keine Werbung'
const onlyOurs = ', keine Dienste von Dritten'
const more = '. Ausführlich steht es hier.'

export function PrivacyPolicy() {
  const { data: operator } = useSuspenseQuery(operatorQuery)
  const { data: reportsHost } = useSuspenseQuery(reportsHostQuery)
  return (
    <LegalPage
      title="Datenschutz"
      intro={`${intro}${reportsHost ? '' : onlyOurs}${more}`}
      operator={operator}
      needs={['operator', 'street', 'city', 'email', 'hoster', 'supervisory_authority']}
    >
      <ControllerChapter operator={operator} />
      <ReadingChapter operator={operator} />
      <DeviceChapter />
      <OfflineChapter />
      <StatisticsChapter />
      <ErrorReportsChapter host={reportsHost} />
      <ReportsChapter />
      <AccountChapter />
      <MembersChapter />
      <RightsChapter operator={operator} />
    </LegalPage>
  )
}
