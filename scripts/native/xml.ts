import { DOMParser, type Document, type Element, onErrorStopParsing } from '@xmldom/xmldom'
import plist from 'plist'
import { z } from 'zod'
import { type Tree, textOf } from './tree.ts'

const dict = z.record(z.string(), z.unknown())

/** A property list of Apple's; empty when the file is missing or broken. */
export function readPlist(tree: Tree, file: string): Record<string, unknown> {
  try {
    return dict.parse(plist.parse(textOf(tree, file)))
  } catch {
    return {}
  }
}

/** The strings of a list that may not be there. */
export const strings = (value: unknown): string[] => z.array(z.string()).catch([]).parse(value)

/** Reading a manifest takes longer than asking it twenty questions. */
const parsed = new Map<string, Document>()

function documentOf(text: string): Document {
  const document = parsed.get(text) ?? new DOMParser({ onError: onErrorStopParsing }).parseFromString(text, 'text/xml')
  parsed.set(text, document)
  return document
}

/** Elements of an XML file by name; none when the file is missing or broken. */
export function elementsOf(tree: Tree, file: string, name: string): Element[] {
  try {
    return [...documentOf(textOf(tree, file)).getElementsByTagName(name)]
  } catch {
    return []
  }
}

export const attribute = (element: Element | undefined, name: string): string | undefined =>
  element?.getAttribute(`android:${name}`) ?? undefined
