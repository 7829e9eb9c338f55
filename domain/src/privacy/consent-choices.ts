import type { ConsentLevel } from './storage-keys.ts'

/** The two answers, in this order wherever they are offered. */
export const consentChoices = [
  { level: 'essential', title: 'Nur notwendiges' },
  { level: 'full', title: 'Alles akzeptieren' },
] as const satisfies readonly { level: ConsentLevel; title: string }[]
