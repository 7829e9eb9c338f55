/**
 * Writes biome.json: formatting, lint rules, and one complete import boundary per folder.
 * Biome's overlapping overrides replace one another, so every folder gets exactly one override;
 * features are read from the folder list, so a new feature is covered by existing.
 * `--check` fails when the committed file is stale.
 */
import fs from 'node:fs'

type Ban = { group: string[]; message: string }

const features = fs.existsSync('web/src/features') ? fs.readdirSync('web/src/features').sort() : []
const supabaseClients: Ban = { group: ['@supabase/*'], message: 'Only web/src/data talks to Supabase.' }
const backend: Ban = {
  group: ['@hot/local/**', '**/local/src/**'],
  message: 'The app knows a URL and a key, not the embedded backend.',
}

const boundary = (includes: string[], patterns: Ban[]) => ({
  includes,
  linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
})

const overrides = [
  boundary(
    ['domain/**', '!**/*.test.ts'],
    [
      {
        group: ['node:*', '@hot/**', '../../**', '**/web/**', '**/local/**'],
        message: 'domain/ is pure: no I/O, nothing of ours.',
      },
    ],
  ),
  boundary(['local/**'], [{ group: ['@hot/web/**', '**/web/**'], message: 'local/ knows no feature.' }]),
  boundary(
    ['web/src/ui/**'],
    [
      {
        group: ['../**', '#web/**', '@hot/local/**', '@supabase/*'],
        message: 'ui/ imports nothing of ours but domain rules.',
      },
    ],
  ),
  boundary(
    ['web/src/platform/**'],
    [
      supabaseClients,
      backend,
      {
        group: ['#web/features/**', '#web/app/**', '#web/routes/**', '**/features/**', '**/app/**', '**/routes/**'],
        message: 'platform/ knows browser and device only.',
      },
    ],
  ),
  boundary(
    ['web/src/service-worker/**'],
    [
      supabaseClients,
      backend,
      { group: ['../**', '#web/**', 'react', 'react-dom/**'], message: 'The worker runs alone, without page and app.' },
    ],
  ),
  boundary(
    ['web/src/data/**'],
    [
      backend,
      {
        group: [
          '#web/features/**',
          '#web/app/**',
          '#web/routes/**',
          '#web/ui/**',
          '**/features/**',
          '**/app/**',
          '**/routes/**',
          '**/ui/**',
        ],
        message: 'data/ is below features, shell and routes.',
      },
    ],
  ),
  boundary(
    ['web/src/app/**'],
    [
      supabaseClients,
      backend,
      {
        group: ['#web/features/**', '#web/routes/**', '**/features/**', '**/routes/**'],
        message: 'The shell gets features as slots from routes.',
      },
    ],
  ),
  boundary(['web/src/routes/**'], [supabaseClients, backend]),
  ...features.map((feature) =>
    boundary(
      [`web/src/features/${feature}/**`],
      [
        supabaseClients,
        backend,
        {
          group: ['#web/app/**', '#web/routes/**', '**/app/**', '**/routes/**'],
          message: 'Features know neither routes nor shell.',
        },
        {
          group: features
            .filter((other) => other !== feature)
            .flatMap((other) => [`#web/features/${other}/**`, `../${other}/**`, `**/features/${other}/**`]),
          message: 'A feature never imports another feature: meet in a route, in domain/ or in a slot.',
        },
      ].filter((ban) => ban.group.length > 0),
    ),
  ),
]

/** Mail programs in the dark know no other way past the colours that stand on the elements for all the others. */
const mailTemplates = {
  includes: ['supabase/templates/**', 'supabase/house-mails/**', 'scripts/mail-frame.html'],
  linter: { rules: { complexity: { noImportantStyles: 'off' } } },
}

const config = {
  $schema: './node_modules/@biomejs/biome/configuration_schema.json',
  vcs: { enabled: true, clientKind: 'git', useIgnoreFile: true },
  files: {
    includes: [
      '**',
      '!**/routeTree.gen.ts',
      '!**/database.types.ts',
      '!web/server/og-fonts',
      '!supabase/tests/big-list-of-naughty-strings.json',
      '!**/dist',
      '!**/dist-native',
      '!native/ios',
      '!native/android',
      '!package-lock.json',
    ],
  },
  formatter: { enabled: true, indentStyle: 'space', indentWidth: 2, lineWidth: 120 },
  javascript: { formatter: { quoteStyle: 'single', semicolons: 'asNeeded' } },
  css: { parser: { tailwindDirectives: true } },
  linter: {
    enabled: true,
    rules: {
      preset: 'recommended',
      suspicious: { noExplicitAny: 'error' },
      correctness: { noUnusedImports: 'error', noUnusedVariables: 'error' },
      style: { noNonNullAssertion: 'error', useImportType: 'error' },
    },
  },
  assist: { actions: { source: { organizeImports: 'on' } } },
  // As JSON.stringify writes it, so that the formatter agrees with this script.
  overrides: [{ includes: ['biome.json'], json: { formatter: { expand: 'always' } } }, mailTemplates, ...overrides],
}

const text = `${JSON.stringify(config, null, 2)}\n`
if (process.argv.includes('--check')) {
  if (fs.readFileSync('biome.json', 'utf8') !== text) {
    console.error('biome.json is stale: run npm run boundaries')
    process.exit(1)
  }
} else {
  fs.writeFileSync('biome.json', text)
}
