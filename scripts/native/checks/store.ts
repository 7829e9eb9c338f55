import { type Finding, type Tree, textOf, unless } from '../tree.ts'

const folder = 'native/store/de-DE'

/** What the stores take, in characters: App Store Connect's name, subtitle, keywords; Google's short description. */
const most: Readonly<Record<string, number>> = {
  'name.txt': 30,
  'subtitle.txt': 30,
  'keywords.txt': 100,
  'promotional_text.txt': 170,
  'short_description.txt': 80,
  'description.txt': 4000,
  'release_notes.txt': 500,
}

/** The texts for the stores are there, and no longer than the stores take. */
export const checkStore = (tree: Tree): Finding[] =>
  unless(
    Object.entries(most).map(([name, limit]) => {
      const length = [...textOf(tree, `${folder}/${name}`).trim()].length
      const text =
        length === 0
          ? `${folder}/${name} fehlt oder ist leer.`
          : `${folder}/${name} ist zu lang: ${length} Zeichen, erlaubt sind ${limit}.`
      return [length > 0 && length <= limit, text] as const
    }),
  )
