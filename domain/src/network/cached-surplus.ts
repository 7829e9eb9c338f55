import { type KeptFacts, type KeptNow, keptIsGood, keptReading } from './cached-reading.ts'

/** Rooms whose content members write. */
const written: readonly unknown[] = ['posts', 'comments', 'profiles']

/** Those to forget: not good any more, written by members and old though there is a network, or more than there is room for. */
export function keptSurplus<E extends KeptFacts>(entries: readonly E[], around: KeptNow & { online: boolean }): E[] {
  const isLate = ({ key, at }: E) =>
    around.online && written.includes(key[0]) && around.now - at >= keptReading.writtenAgeMs
  let count = 0
  let size = 0
  const stays = (entry: E) => {
    if (!keptIsGood(entry, around) || isLate(entry)) return false
    count += 1
    size += entry.size
    return count <= keptReading.entries && size <= keptReading.totalSize
  }
  return [...entries].sort((a, b) => b.at - a.at).filter((entry) => !stays(entry))
}
