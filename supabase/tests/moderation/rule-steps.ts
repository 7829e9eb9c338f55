import type { AutomodFields } from '@hot/domain/moderation/automod-form'

/** A rule without a condition, as the form begins. */
export const blankRule: AutomodFields = {
  name: 'Testregel',
  posts: true,
  comments: true,
  nicknames: false,
  action: 'flag',
  words: '',
  links: '',
  accountDays: '',
  contributions: '',
  perHour: '',
  repeated: false,
  namesStar: false,
}
