import type { Question } from './hot-score.ts'

export type StarQuestion = {
  key: Question
  text: string
  /** Labels of 1 and 5. */
  ends: readonly [string, string]
}

/**
 * The three questions about a star, each answered 1–5. In a separate file, because many pages need the keys
 * (hot-score.ts) and few need the texts.
 */
export const starQuestions: readonly StarQuestion[] = [
  { key: 'demand', text: 'Wie sehr willst du sie/ihn wieder sehen?', ends: ['Reicht jetzt', 'Sofort'] },
  { key: 'realness', text: 'Wie echt?', ends: ['Reines Drehbuch', 'Wie am Küchentisch'] },
  { key: 'drama', text: 'Wie viel Drama?', ends: ['Kamillentee', 'Notarzt'] },
]

/** Accessible name of an answer; `low` and `high` are the meanings of 1 and 5. */
export function answerLabel(value: number, low: string, high: string): string {
  const meaning = value === 1 ? low : value === 5 ? high : null
  return meaning ? `${value} von 5, ${meaning}` : `${value} von 5`
}
