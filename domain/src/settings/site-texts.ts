import * as z from 'zod/mini'
import { ruleTitles } from '../moderation/case-rules.ts'
import {
  mostTemplates,
  type ReasonKind,
  reasonKinds,
  reasonTemplates,
  templateMax,
} from '../moderation/reason-templates.ts'
import { cleanLine } from '../text/sanitize-text.ts'
import { beginsWithRules } from './guidelines.ts'
import { isMailAddress, type LegalField, legalFieldNames } from './legal-fields.ts'

/** What admins can write themselves; `private.site_texts` keeps it. */
export const siteTextNames = ['reasons', 'guidelines', 'accessibility', 'operator'] as const
export type SiteTextName = (typeof siteTextNames)[number]

/** Of guidelines and accessibility statement, in characters. */
export const markupMax = 20_000
export const operatorFieldMax = 300

/** Lines as a list, without empty and repeated ones. */
export const linesOf = (typed: string): string[] => [...new Set(typed.split('\n').map(cleanLine).filter(Boolean))]

const templateLines = z.string().check(
  z.refine((typed) => linesOf(typed).length <= mostTemplates, `Höchstens ${mostTemplates} Vorlagen, eine je Zeile.`),
  z.refine(
    (typed) => linesOf(typed).every((line) => line.length <= templateMax),
    `Eine Vorlage hat höchstens ${templateMax} Zeichen.`,
  ),
)

/** One text of lines for each kind of reason. */
export const reasonsForm = z.record(z.enum(reasonKinds), templateLines)
export type ReasonsFields = Record<ReasonKind, string>

/** Own lists, else the standard ones, as lines of text. */
export const reasonsFields = (own: Partial<Record<ReasonKind, readonly string[]>>): ReasonsFields =>
  Object.fromEntries(
    reasonKinds.map((kind) => [kind, (own[kind] ?? reasonTemplates[kind].texts).join('\n')]),
  ) as ReasonsFields

/** Only lists that differ from the standard ones, so that an update of those reaches everything left alone. */
export const ownReasons = (fields: ReasonsFields): Partial<Record<ReasonKind, string[]>> =>
  Object.fromEntries(
    reasonKinds.flatMap((kind) => {
      const lines = linesOf(fields[kind])
      return lines.join('\n') === reasonTemplates[kind].texts.join('\n') ? [] : [[kind, lines]]
    }),
  )

/** Lines as they are stored, whatever is between them. */
export const storedReasons = (fields: ReasonsFields) =>
  Object.fromEntries(reasonKinds.map((kind) => [kind, linesOf(fields[kind])])) as Record<ReasonKind, string[]>

export const guidelinesForm = z.object({
  guidelines: z.string().check(
    z.refine(
      beginsWithRules,
      `Entscheidungen berufen sich auf die ersten vier Kapitel. Sie heißen: ${Object.values(ruleTitles).join(', ')} (ohne die Zahl).`,
    ),
    z.refine((text) => text.length <= markupMax, `Höchstens ${markupMax.toLocaleString('de-DE')} Zeichen.`),
  ),
})

export const accessibilityForm = z.object({
  accessibility: z.string().check(
    z.refine((text) => text.trim() !== '', 'Schreib etwas, oder geh zurück zum Mitgelieferten.'),
    z.refine((text) => text.length <= markupMax, `Höchstens ${markupMax.toLocaleString('de-DE')} Zeichen.`),
  ),
})

const legalValue = (name: LegalField) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text.length <= operatorFieldMax, `Höchstens ${operatorFieldMax} Zeichen.`),
    z.refine((text) => !/[<>]/.test(text), 'Ohne spitze Klammern.'),
    z.refine((text) => !name.endsWith('email') || text === '' || isMailAddress(text), 'Das ist keine E-Mail-Adresse.'),
  )

export const operatorForm = z.object(
  Object.fromEntries(legalFieldNames.map((name) => [name, legalValue(name)])) as Record<
    LegalField,
    ReturnType<typeof legalValue>
  >,
)
export type OperatorFields = z.infer<typeof operatorForm>
