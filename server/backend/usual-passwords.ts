/**
 * Fewer guesses than this, and a program that tries usual words, names, dates and rows of keys has found a password. Eight
 * characters without any pattern are just as many.
 */
const LEAST_GUESSES = 1e8

/** An estimate takes longer the longer the text is, and what begins with so much that is hard to guess is good. */
const READ_CHARACTERS = 32

/** Fewer ways to read digits as letters than by default: an estimate takes 10 ms at most then. */
const MOST_SUBSTITUTIONS = 10

/** What members of this site think of first, beside the German and the most usual passwords. */
const OURS = [
  ...[
    'hot',
    'houseoftrash',
    'trashtalk',
    'trashtv',
    'realitytv',
    'reality',
    'dschungel',
    'dschungelcamp',
    'dschungelkönig',
  ],
  ...[
    'dschungelkönigin',
    'ibes',
    'ichbineinstar',
    'holtmichhierraus',
    'bachelor',
    'bachelorette',
    'bachelorinparadise',
  ],
  ...[
    'sommerhaus',
    'sommerhausderstars',
    'kampfderrealitystars',
    'bigbrother',
    'promibigbrother',
    'promibb',
    'dsds',
    'gntm',
  ],
  ...[
    'topmodel',
    'loveisland',
    'temptationisland',
    'areyoutheone',
    'ayto',
    'exonthebeach',
    'princecharming',
    'prinzcharming',
  ],
  ...[
    'princesscharming',
    'goodbyedeutschland',
    'bauersuchtfrau',
    'letsdance',
    'forsthausrampensau',
    'makelovefakelove',
  ],
  ...[
    'dasgrossepromibuessen',
    'beautyandthenerd',
    'coupleschallenge',
    'geissens',
    'wollnys',
    'katzenberger',
    'rtlzwei',
    'rtl',
  ],
  ...[
    'ichliebedich',
    'ichliebdich',
    'meinschatz',
    'geheim',
    'passwort',
    'meinpasswort',
    'kennwort',
    'hallo',
    'schatz',
    'qwertz',
  ],
]

type Estimate = (password: string, about: readonly string[]) => number

/** Loaded with the first password, because the word lists take some megabytes. */
let estimating: Promise<Estimate> | undefined

async function load(): Promise<Estimate> {
  const [{ ZxcvbnFactory }, common, german] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-de'),
  ])
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...german.dictionary, ours: OURS },
    graphs: common.adjacencyGraphs,
    l33tMaxSubstitutions: MOST_SUBSTITUTIONS,
  })
  return (password, about) => estimator.check(password, [...about]).guesses
}

/** An address is guessed whole and by its parts. */
const parts = (text: string) => [text, ...text.split(/[@._\s+-]+/)].filter((part) => part.length > 2)

/**
 * Whether a password is guessed soon: one of the most usual, a German word or name with a number, a row of keys, a date, a
 * repetition, or what is known of the account (`about`: address, nickname).
 */
export async function isUsualPassword(password: string, about: readonly string[] = []): Promise<boolean> {
  estimating ??= load()
  const estimate = await estimating
  const read = [...password].slice(0, READ_CHARACTERS).join('')
  return estimate(read, about.flatMap(parts)) < LEAST_GUESSES
}
