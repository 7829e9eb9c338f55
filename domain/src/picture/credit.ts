const creativeCommons = (name: string, path: string) => ({
  name,
  url: `https://creativecommons.org/licenses/${path}/deed.de`,
  needs: ['author', 'source'] as const,
})

type Licence = { name: string; url: string | null; needs: readonly ('author' | 'source')[] }

const licences = {
  own: { name: 'eigenes Foto', url: null, needs: ['author'] },
  permission: { name: 'mit Erlaubnis', url: null, needs: ['author'] },
  press: { name: 'Pressebild', url: null, needs: ['author'] },
  public_domain: { name: 'gemeinfrei', url: null, needs: [] },
  cc0: { name: 'CC0', url: 'https://creativecommons.org/publicdomain/zero/1.0/deed.de', needs: [] },
  cc_by_4: creativeCommons('CC BY 4.0', 'by/4.0'),
  cc_by_3: creativeCommons('CC BY 3.0', 'by/3.0'),
  cc_by_2: creativeCommons('CC BY 2.0', 'by/2.0'),
  cc_by_sa_4: creativeCommons('CC BY-SA 4.0', 'by-sa/4.0'),
  cc_by_sa_3: creativeCommons('CC BY-SA 3.0', 'by-sa/3.0'),
  cc_by_sa_2: creativeCommons('CC BY-SA 2.0', 'by-sa/2.0'),
} as const satisfies Record<string, Licence>
export type PictureLicense = keyof typeof licences

/** SQL: the checks of `stars.avatar_license` and `news.image_license`. */
export const pictureLicenses = Object.keys(licences) as [PictureLicense, ...PictureLicense[]]

const isLicense = (key: string): key is PictureLicense => key in licences

/** What a licence is called, and where its text stands; null: none, or none that we know. */
export const licenseOf = (key: string): Licence | null => (isLicense(key) ? licences[key] : null)

/** Credits that say themselves what they are: `Foto: RTL`, `© RTL`. */
const saysWhat = /^(?:\p{L}+ ?: |©|\(c\))/iu

/** The credit of a picture as shown below it. */
export const pictureCredit = (credit: string): string => (saysWhat.test(credit) ? credit : `Bild: ${credit}`)
