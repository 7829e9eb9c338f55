import { queryOptions } from '@tanstack/react-query'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { listQuery } from '../kit/list.tsx'
import { type SocialSearch, socialSorts, socialStates } from './social-search.ts'
import { type StarsSearch, starGaps, starSorts, starStates } from './stars-search.ts'

const personal = { personal: true }

/** The team's endless list of stars, inactive ones included. */
export const adminStarsQuery = ({ q, zustand, fehlt, sortierung }: StarsSearch) =>
  listQuery(['admin', 'stars', 'list', { q, zustand, fehlt, sortierung }], 'admin_stars_page', {
    p_query: q,
    p_state: zustand && starStates[zustand].value,
    p_gap: fehlt && starGaps[fehlt].value,
    p_sort: sortierung && starSorts[sortierung].value,
  })

/** A star to edit; null when there is none. */
export const adminStarQuery = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'stars', 'one', id],
    queryFn: ({ signal }) => rpc('admin_star', { p_id: id }, signal),
    staleTime: 0,
    meta: personal,
  })

/** Stars whose names come near, before one is made twice. */
export const similarStarsQuery = (name: string) =>
  queryOptions({
    queryKey: ['admin', 'stars', 'similar', name],
    queryFn: ({ signal }) => rpc('admin_similar_stars', { p_name: name }, signal),
    enabled: name.trim().length > 2,
    staleTime: 0,
    meta: personal,
  })

/** Social accounts of all stars, or of one. */
export const adminSocialQuery = ({ star, q, plattform, zustand, sortierung }: SocialSearch) =>
  listQuery(['admin', 'social', { star, q, plattform, zustand, sortierung }], 'admin_social_page', {
    p_star: star,
    p_query: q,
    p_platform: plattform,
    p_state: zustand && socialStates[zustand].value,
    p_sort: sortierung && socialSorts[sortierung].value,
  })
