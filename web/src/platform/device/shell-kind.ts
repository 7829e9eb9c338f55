/** Which build this is: the website, or the single-page app inside the iOS and Android shells. Known when building. */
export const isNative: boolean = import.meta.env.VITE_SHELL === 'native'
