/**
 * Stored addresses of pictures are paths below the backend. The website answers them itself; a shell, whose pages lie on
 * the device, asks the backend, whose origin the document carries once it is known.
 */
export function pictureAddress(src: string): string {
  if (import.meta.env.VITE_SHELL !== 'native' || !src.startsWith('/storage/')) return src
  return `${document.documentElement.dataset.backend ?? ''}${src}`
}
