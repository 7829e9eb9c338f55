type Issue = { path: readonly PropertyKey[]; message: string }

/** A schema's objections by field: the first message for each. */
export function formIssues<Name extends string>(issues: readonly Issue[]): Partial<Record<Name, string>> {
  const found: Record<string, string> = {}
  for (const { path, message } of issues) found[String(path[0])] ??= message
  return found as Partial<Record<Name, string>>
}
