import type { ReportCase } from '@hot/domain/contract/admin/reports'
import { warningsThatSuggestBan, warningWindowDays } from '@hot/domain/moderation/case-rules'
import { MemberName } from '#web/entities/member/member-line.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Note } from '#web/ui/feedback/callout.tsx'
import { countOfWarnings, unknownAuthor } from './case-texts.ts'

/** Who wrote it, and how they stand. */
export function CaseAuthor({ author }: { author: ReportCase['author'] }) {
  if (!author) return <b>{unknownAuthor}</b>
  return (
    <>
      <MemberName member={author.member} />
      {author.role !== 'user' && <Badge kind="new">Team</Badge>}
      {author.is_banned && <Badge>Gesperrt</Badge>}
      {author.warnings > 0 && <Badge kind="outline">{countOfWarnings(author.warnings)}</Badge>}
    </>
  )
}

/** Suggests a ban after three warnings in 90 days; nothing bans by itself. */
export function BanSuggestion({ author }: { author: ReportCase['author'] }) {
  if (!author || author.warnings < warningsThatSuggestBan || author.is_banned) return null
  return (
    <Note kind="warn">
      {countOfWarnings(author.warnings)} in {warningWindowDays} Tagen. Prüf, ob eine Sperre angemessen ist.
    </Note>
  )
}
