/** Which object of a database a statement of SQL makes or is about, read by PostgreSQL's own parser. */
import { type GrantStmt, type Node, parse, type TypeName } from 'libpg-query'

export type ObjectKind =
  | 'schema'
  | 'extension'
  | 'type'
  | 'table'
  | 'view'
  | 'function'
  | 'index'
  | 'trigger'
  | 'policy'
  | 'comment'
  | 'grant'
  | 'row security'
  | 'default acl'
  | 'publication'
  | 'rows'

/**
 * `name` as the catalogue has it (catalogue.sql): `public.stars`, `private.f(uuid,text[])`, `public.stars.policy name`. `on`:
 * what it belongs to, as `kind name`: the table of an index, trigger or policy, the object of a comment or grant. `rights`:
 * what a grant says, one by one: `grant update (bio) to authenticated`.
 */
export type SqlObject = { kind: ObjectKind; name: string; on?: string; rights?: readonly string[] }

const strings = (nodes: readonly Node[] | undefined): string[] =>
  (nodes ?? []).flatMap((node) => ('String' in node ? [node.String.sval ?? ''] : []))

const qualified = (names: readonly string[]): string =>
  names.length > 1 ? names.join('.') : `public.${names[0] ?? ''}`

type Range = { schemaname?: string; relname?: string } | undefined
const relation = (range: Range): string => `${range?.schemaname ?? 'public'}.${range?.relname ?? ''}`

/** PostgreSQL's short names, as format_type() writes them but for those that the catalogue shortens. */
const SPOKEN: Record<string, string> = {
  int2: 'smallint',
  int4: 'integer',
  int: 'integer',
  int8: 'bigint',
  bool: 'boolean',
  float4: 'real',
  float8: 'double precision',
}

function typeName(type: TypeName | undefined): string {
  const names = strings(type?.names)
  const own = names[0] === 'pg_catalog' ? names.slice(1) : names
  const name = own.length === 1 ? (SPOKEN[own[0] ?? ''] ?? own[0] ?? '') : own.join('.')
  return type?.arrayBounds?.length ? `${name}[]` : name
}

const signature = (names: readonly string[], types: readonly (TypeName | undefined)[]) =>
  `${qualified(names)}(${types.map(typeName).join(',')})`

/** The types of the arguments that a call names: without those of `returns table`. */
const argumentTypes = (nodes: readonly Node[] | undefined) =>
  (nodes ?? []).flatMap((node) => {
    if ('TypeName' in node) return [node.TypeName]
    if (!('FunctionParameter' in node)) return []
    const { mode, argType } = node.FunctionParameter
    return mode === 'FUNC_PARAM_TABLE' || mode === 'FUNC_PARAM_OUT' ? [] : [argType]
  })

/** What `comment on` and `grant … on` name. */
function named(type: string | undefined, node: Node | undefined): string {
  if (node && 'ObjectWithArgs' in node) {
    const { objname, objargs, objfuncargs } = node.ObjectWithArgs
    return `function ${signature(strings(objname), argumentTypes(objfuncargs ?? objargs))}`
  }
  if (node && 'RangeVar' in node) return `table ${relation(node.RangeVar)}`
  if (node && 'TypeName' in node) return `type ${qualified(strings(node.TypeName.names))}`
  if (node && 'String' in node) return `schema ${node.String.sval}`
  const names = node && 'List' in node ? strings(node.List.items) : []
  return `${(type ?? '').replace('OBJECT_', '').toLowerCase()} ${type === 'OBJECT_COLUMN' ? names.join('.') : qualified(names)}`
}

/** Each right for each role, on each column where they are named. */
function rightsOf({ is_grant, privileges = [], grantees = [] }: GrantStmt): string[] {
  const roles = grantees.flatMap((node) => ('RoleSpec' in node ? [node.RoleSpec.rolename ?? 'public'] : []))
  const named = privileges.flatMap((node) => ('AccessPriv' in node ? [node.AccessPriv] : []))
  const rights = (named.length > 0 ? named : [{ priv_name: 'all', cols: undefined }]).flatMap(({ priv_name, cols }) =>
    cols ? strings(cols).map((column) => `${priv_name} (${column})`) : [priv_name ?? 'all'],
  )
  return rights.flatMap((right) =>
    roles.map((role) => (is_grant ? `grant ${right} to ${role}` : `revoke ${right} from ${role}`)),
  )
}

/** Fails for a statement of several kinds at once, for several objects of one grant, and for what is no object. */
export async function objectOf(sql: string): Promise<SqlObject> {
  const { stmts = [] } = await parse(sql)
  const node = stmts[0]?.stmt
  if (!node || stmts.length !== 1) throw new Error(`not one statement: ${sql.slice(0, 200)}`)
  if ('CreateSchemaStmt' in node) return { kind: 'schema', name: node.CreateSchemaStmt.schemaname ?? '' }
  if ('CreateExtensionStmt' in node) return { kind: 'extension', name: node.CreateExtensionStmt.extname ?? '' }
  if ('CompositeTypeStmt' in node) return { kind: 'type', name: relation(node.CompositeTypeStmt.typevar) }
  if ('CreateStmt' in node) return { kind: 'table', name: relation(node.CreateStmt.relation) }
  if ('ViewStmt' in node) return { kind: 'view', name: relation(node.ViewStmt.view) }
  if ('CreateFunctionStmt' in node) {
    const { funcname, parameters } = node.CreateFunctionStmt
    return { kind: 'function', name: signature(strings(funcname), argumentTypes(parameters)) }
  }
  if ('IndexStmt' in node) {
    const on = relation(node.IndexStmt.relation)
    return { kind: 'index', name: `${on.split('.')[0]}.${node.IndexStmt.idxname}`, on: `table ${on}` }
  }
  if ('CreateTrigStmt' in node) {
    const on = relation(node.CreateTrigStmt.relation)
    return { kind: 'trigger', name: `${on}.${node.CreateTrigStmt.trigname}`, on: `table ${on}` }
  }
  if ('CreatePolicyStmt' in node) {
    const on = relation(node.CreatePolicyStmt.table)
    return { kind: 'policy', name: `${on}.${node.CreatePolicyStmt.policy_name}`, on: `table ${on}` }
  }
  if ('CommentStmt' in node) {
    const on = named(node.CommentStmt.objtype, node.CommentStmt.object)
    return { kind: 'comment', name: on, on }
  }
  if ('GrantStmt' in node) {
    const { objtype, objects = [] } = node.GrantStmt
    if (objects.length !== 1) throw new Error(`a grant names one object: ${sql.slice(0, 200)}`)
    const on = named(objtype, objects[0])
    return { kind: 'grant', name: on, on, rights: rightsOf(node.GrantStmt) }
  }
  if ('AlterTableStmt' in node) {
    const { relation: on, cmds = [] } = node.AlterTableStmt
    const enables = cmds.every((cmd) => 'AlterTableCmd' in cmd && cmd.AlterTableCmd.subtype === 'AT_EnableRowSecurity')
    if (enables) return { kind: 'row security', name: relation(on), on: `table ${relation(on)}` }
  }
  if ('InsertStmt' in node) {
    const on = relation(node.InsertStmt.relation)
    return { kind: 'rows', name: on, on: `table ${on}` }
  }
  if ('AlterDefaultPrivilegesStmt' in node) return { kind: 'default acl', name: sql.replace(/\s+/g, ' ').trim() }
  if ('AlterPublicationStmt' in node) return { kind: 'publication', name: node.AlterPublicationStmt.pubname ?? '' }
  throw new Error(`no statement of a schema: ${sql.slice(0, 200)}`)
}
