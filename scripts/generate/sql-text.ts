import { factsIn, type Part, type Template, templateOf } from '@hot/domain/text/template'

/** A text as SQL. */
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const factIn = (facts: string, name: string): string =>
  name.includes('.') ? `${facts} #>> '{${name.replaceAll('.', ',')}}'` : `${facts} ->> '${name}'`

/** An expression that ends a sentence, unless it ends itself; as `ended` of domain. */
export const endedInSql = (expression: string): string => `regexp_replace(${expression}, '([^.!?…])$', '\\1.')`

/** The SQL that fills a template as `filled` of domain does, with the facts of the jsonb that `facts` names. */
export const sqlOf = (written: string, facts: string): string => joined(templateOf(written), facts)

function joined(parts: Template, facts: string): string {
  const terms = parts.map((part) => termOf(part, facts))
  return terms.length < 2 ? (terms[0] ?? "''") : `concat(${terms.join(', ')})`
}

function termOf(part: Part, facts: string): string {
  switch (part.kind) {
    case 'text':
      return quoted(part.text)
    case 'fact':
      return part.ended ? endedInSql(factIn(facts, part.name)) : factIn(facts, part.name)
    case 'optional': {
      const given = factsIn(part.parts).map((name) => `${factIn(facts, name)} <> ''`)
      return given.length > 0
        ? `case when ${given.join(' and ')} then ${joined(part.parts, facts)} end`
        : joined(part.parts, facts)
    }
    case 'each':
      return `(select string_agg(${joined(part.parts, 'e.item')}, '' order by e.place) from jsonb_array_elements(${facts} -> '${part.name}') with ordinality e (item, place))`
    case 'choice': {
      const options = part.options.map(([value, parts]) => `when ${quoted(value)} then ${joined(parts, facts)}`)
      const otherwise = part.otherwise.length > 0 ? ` else ${joined(part.otherwise, facts)}` : ''
      return `case coalesce(${factIn(facts, part.name)}, '') ${options.join(' ')}${otherwise} end`
    }
  }
}

/** A function of one text whose answers are a list of domain; `otherwise` answers for all others, else they have none. */
export function listFunction(given: {
  name: string
  argument: string
  texts: Readonly<Record<string, string>>
  otherwise?: string
  comment: string
  readers?: string
}): string {
  const { name, argument, texts, otherwise, comment, readers } = given
  const options = Object.entries(texts).map(([value, text]) => `    when ${quoted(value)} then ${quoted(text)}`)
  return `create function private.${name}(${argument} text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  select case ${argument}
${options.join('\n')}${otherwise === undefined ? '' : `\n    else ${quoted(otherwise)}`} end
$$;
comment on function private.${name}(text) is ${quoted(comment)};
${readers ? `grant execute on function private.${name}(text) to ${readers};\n` : ''}`
}
