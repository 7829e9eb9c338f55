import type { DemoFormat } from './demo-format.ts'
import { formatsElsewhere } from './formats-elsewhere.ts'
import { rtlFormats } from './formats-rtl.ts'

/** Real formats of German reality television. Their casts here are invented. */
export const demoFormats: readonly DemoFormat[] = [...rtlFormats, ...formatsElsewhere]
