import type { Page } from '@playwright/test'
import { brokenWordsHere, LONGEST_WORD } from '../../support/components/broken-words.ts'

/** What `brokenWordsHere` finds on the page. */
export const brokenWords = (page: Page): Promise<string[]> => page.evaluate(brokenWordsHere, LONGEST_WORD)
