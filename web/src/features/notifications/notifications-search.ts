import { choiceParam } from '@hot/domain/url/search-param'

/** `?filter=ungelesen`; anything else shows all. */
export function notificationsSearch(search: Record<string, unknown>): { filter?: 'ungelesen' } {
  const filter = choiceParam(search.filter, ['ungelesen'] as const)
  return filter ? { filter } : {}
}
