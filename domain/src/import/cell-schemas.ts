import { z } from 'zod'
import { isDay } from '../time/berlin-time.ts'

/** What is wrong with a cell, as the end of a sentence that begins with its value. */
class CellFault {
  readonly message: string
  constructor(message: string) {
    this.message = message
  }
}

/** A cell: spaces of every kind (spreadsheets love the no-break space) become one, the ends are trimmed, then `read`. */
function cell<T>(read: (value: string) => T | CellFault) {
  return z.string().transform((raw, context): T => {
    const value = raw
      .normalize('NFC')
      .replace(/[\s\u2000-\u200b]+/g, ' ')
      .trim()
    const answer = /\p{Cc}/u.test(value) ? new CellFault('enthält Steuerzeichen') : read(value)
    if (!(answer instanceof CellFault)) return answer
    context.addIssue({ code: 'custom', message: answer.message })
    return z.NEVER
  })
}

const withinLength = (value: string, most: number) =>
  value.length > most ? new CellFault(`ist länger als ${most} Zeichen`) : value

/** Text, possibly empty. */
export const textCell = (most: number) => cell((value) => withinLength(value, most))

export const requiredCell = (most: number) =>
  cell((value) => (value === '' ? new CellFault('darf nicht leer sein') : withinLength(value, most)))

/** Text or null: an empty cell is unknown. */
export const optionalCell = (most: number) => cell((value) => (value === '' ? null : withinLength(value, most)))

function wholeNumber(value: string, least: number, most: number): number | CellFault {
  if (!/^\d{1,9}$/.test(value)) return new CellFault('ist keine ganze Zahl')
  const number = Number(value)
  return number < least || number > most ? new CellFault(`liegt nicht zwischen ${least} und ${most}`) : number
}

export const wholeCell = (least: number, most: number) => cell((value) => wholeNumber(value, least, most))

export const optionalWholeCell = (least: number, most: number) =>
  cell((value) => (value === '' ? null : wholeNumber(value, least, most)))

/** A day between the first of January of two years, as the column bears it; the second year is not in it. */
export const optionalDayCell = (from: number, before: number) =>
  cell((value) => {
    if (value === '') return null
    if (!isDay(value)) return new CellFault('ist kein Datum der Form JJJJ-MM-TT')
    const year = Number(value.slice(0, 4))
    return year < from || year >= before ? new CellFault(`liegt nicht zwischen ${from} und ${before - 1}`) : value
  })
