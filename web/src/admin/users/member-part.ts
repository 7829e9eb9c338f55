import type { AdminUserPage } from '@hot/domain/contract/admin/users'

export type MemberRecord = NonNullable<AdminUserPage>
export type MemberPartProps = {
  record: MemberRecord
  /** One's own account: somebody else of the team decides. */
  isOwn: boolean
  /** After something was changed: reads the record and the lists anew. */
  onChanged: () => Promise<unknown>
}
