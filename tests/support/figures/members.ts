import { constants, every } from './constants.ts'
import type { Figure } from './page-says.ts'

const pictures = constants('packages/embedded/src/rest/pictures.ts')
const chosen = constants('web/src/ui/picture-input/chosen-picture.ts')
const crop = constants('web/src/ui/picture-input/avatar-crop.ts')
const nickname = constants('domain/src/member/nickname-form.ts')
const karma = constants('domain/src/member/karma.ts')
const invites = constants('domain/src/member/staff-forms.ts')

const megabytes = 1024 * 1024

export const members: readonly Figure[] = [
  ['members.md', 'bio (up to {})', constants('domain/src/member/profile-form.ts')('bioMax')],
  ['members.md', '- {}–{} of: letters', nickname('nicknameMin'), nickname('nicknameMax')],
  [
    'members.md',
    'checked {} ms after the last key',
    constants('web/src/entities/member/nickname-state.ts')('debounceMs'),
  ],
  ['members.md', 'Cut to {} px in the browser, with zoom up to {}×', crop('avatarEdge'), crop('zoomLimit')],
  [
    'members.md',
    'Files up to {} MB and {} megapixels, at least {} px on an edge',
    chosen('maxFileBytes', megabytes),
    chosen('maxPixels', 1e6),
    chosen('minEdge'),
  ],
  [
    'members.md',
    'server takes {} MB and {} megapixels',
    pictures('MAX_IMAGE_BYTES', megabytes),
    pictures('MAX_PIXELS', 1e6),
  ],
  ['members.md', '(longest edge {} px, quality {})', pictures('MAX_EDGE'), pictures('QUALITY')],
  [
    'members.md',
    '| heart on own post / comment | +{} / +{} |',
    karma('karmaDeltas.post_heart'),
    karma('karmaDeltas.comment_heart'),
  ],
  [
    'members.md',
    '| poop on own post / comment | −{} / −{} |',
    -karma('karmaDeltas.post_poop'),
    -karma('karmaDeltas.comment_poop'),
  ],
  [
    'members.md',
    '| post approved / rejected | +{} / −{} |',
    karma('karmaDeltas.post_approved'),
    -karma('karmaDeltas.post_rejected'),
  ],
  [
    'members.md',
    '| own rumor verified / debunked | +{} / −{} |',
    karma('karmaDeltas.rumor_verified'),
    -karma('karmaDeltas.rumor_debunked'),
  ],
  ['members.md', '| comment removed by staff | −{} |', -karma('karmaDeltas.comment_removed')],
  ['members.md', 'Fan von; {} at a time', constants('web/src/entities/member/api.ts')('pageSize')],
  ['invites.md', '| uses | 1 unless set, up to {};', invites('inviteLimits.uses')],
  ['invites.md', '| note | up to {}, for staff', invites('inviteLimits.note')],
  ['invites.md', 'at most {} characters', constants('web/src/platform/storage/pending-invite.ts')('maxLength')],
  ['members.md', 'hearts only (ADR 029): at {} points each', karma('karmaDeltas.post_approved')],
  ['members.md', 'entries in words, {} at a time', constants('web/src/features/account/api.ts')('pageSize')],
  ['roles.md', 'a job clears it every {} minutes', every('clear_timed_bans')],
]
