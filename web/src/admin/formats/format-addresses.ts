/** Addresses of these screens: one route of the router serves them all, so that they are plain strings. */
export const formatsAddress: string = '/admin/formats'
export const createFormatAddress: string = '/admin/formats/create'
export const editFormatAddress = (id: string): string => `/admin/formats/edit/${id}`
export const editSeasonAddress = (id: string): string => `/admin/seasons/edit/${id}`
export const createSeasonAddress: string = '/admin/seasons/create'
