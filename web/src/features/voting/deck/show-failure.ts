import type { FailureMessage } from '@hot/domain/star/vote-failure'
import { showToast } from '#web/ui/feedback/toasts.ts'

export const showFailure = (message: FailureMessage): void => showToast({ ...message, kind: 'error' })
