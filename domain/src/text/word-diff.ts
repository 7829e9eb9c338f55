export type TextPart = { kind: 'same' | 'removed' | 'added'; text: string }

/** Above this product of lengths the words between beginning and end are not compared, because it takes too long. */
const comparedMax = 2_000_000

const wordsOf = (text: string): string[] => text.split(/(\s+)/).filter((word) => word !== '')

/** Lengths of the longest common subsequences of all ends of `before` and `after`. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1))
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const [row, below] = [rows[i] as Uint16Array, rows[i + 1] as Uint16Array]
      row[j] = before[i] === after[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0)
    }
  return rows
}

function compared(before: readonly string[], after: readonly string[]): TextPart[] {
  if (before.length * after.length > comparedMax)
    return [
      { kind: 'removed', text: before.join('') },
      { kind: 'added', text: after.join('') },
    ]
  const rows = commonLengths(before, after)
  const parts: TextPart[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]]
    if (left !== undefined && left === right) {
      parts.push({ kind: 'same', text: left })
      i++
      j++
    } else if (right === undefined || (left !== undefined && (rows[i + 1]?.[j] ?? 0) >= (rows[i]?.[j + 1] ?? 0))) {
      parts.push({ kind: 'removed', text: left ?? '' })
      i++
    } else {
      parts.push({ kind: 'added', text: right })
      j++
    }
  }
  return parts
}

/** Neighbours of one kind as one part. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const runs: TextPart[] = []
  for (const { kind, text } of parts) {
    const last = runs.at(-1)
    if (text === '') continue
    if (last?.kind === kind) last.text += text
    else runs.push({ kind, text })
  }
  return runs
}

/** What was removed from a text and added to it, word by word, in reading order. */
export function wordDiff(before: string, after: string): TextPart[] {
  const [old, next] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < old.length && start < next.length && old[start] === next[start]) start++
  let end = 0
  while (end < old.length - start && end < next.length - start && old.at(-1 - end) === next.at(-1 - end)) end++
  return joined([
    { kind: 'same', text: old.slice(0, start).join('') },
    ...compared(old.slice(start, old.length - end), next.slice(start, next.length - end)),
    { kind: 'same', text: old.slice(old.length - end).join('') },
  ])
}
