/** Addresses of these screens: one route of the router serves them all, so that they are plain strings. */
export const seasonsAddress: string = '/admin/seasons'
export const createSeasonAddress: string = '/admin/seasons/create'
export const editSeasonAddress = (id: string): string => `/admin/seasons/edit/${id}`
export const editFormatAddress = (id: string): string => `/admin/formats/edit/${id}`
