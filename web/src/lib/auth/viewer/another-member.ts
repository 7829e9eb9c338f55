import { showToast } from '#web/ui/feedback/toasts.ts'

/** Loaded when it happens, which is rarely. */
export const tellAnotherMember = (): void =>
  showToast({
    title: 'Nicht gesendet: Du bist jetzt mit einem anderen Konto angemeldet.',
    text: 'Lies nach, was hier noch steht, und sende es selbst ab, wenn es von dir ist.',
    kind: 'error',
  })
