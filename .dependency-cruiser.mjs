/*
 * Who may import whom. `npm run check` runs it through tools/check-imports.ts, which also fails when no file was read:
 * beside TypeScript 7 dependency-cruiser reads .ts only when @swc/core is installed, and else passes having read nothing.
 */
const test = String.raw`\.(test|e2e|page)\.tsx?$`
const workspaces = ['contract', 'server', 'web', 'simulators']
const others = (...allowed) => workspaces.filter((name) => !allowed.includes(name)).map((name) => `^${name}/`)

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', 'Whoever imports in a circle cannot be understood alone.', {}, { circular: true }),
    forbid('resolvable', 'The file or package does not exist.', {}, { couldNotResolve: true }),
    forbid(
      'declared',
      'The package is not in the package.json of its workspace or of the root.',
      { pathNot: [test, '^server/test/'] },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
    forbid('tests-are-leaves', 'Nothing imports a test file.', {}, { path: test }),
    forbid(
      'test-tools-stay-in-tests',
      'What helps testing is not part of the program.',
      { path: '^(contract|server|web|simulators)/src/', pathNot: test },
      { path: '^server/test/' },
    ),

    forbid(
      'contract-is-pure',
      'The wire is shared with the browser: zod and nothing else, no other workspace.',
      { path: '^contract/', pathNot: test },
      {
        path: ['(^|/)node_modules/(?!zod/)', ...others('contract')],
      },
    ),
    forbid(
      'contract-without-node',
      'The wire is shared with the browser.',
      { path: '^contract/', pathNot: test },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'web-knows-only-the-contract',
      'The browser gets nothing of the server.',
      { path: '^web/src/' },
      { path: [...others('web', 'contract'), '^tools/', '^e2e/'] },
    ),
    forbid('web-without-node', 'There is no Node in a browser.', { path: '^web/src/', pathNot: test }, { dependencyTypes: ['core'] }),
    forbid(
      'web-features-apart',
      'Pages (routes/) compose features; features do not know each other, except who is signed in and the parts that forms are made of.',
      { path: '^web/src/features/([^/]+/[^/]+)/' },
      {
        path: '^web/src/features/',
        pathNot: [
          '^web/src/features/$1/',
          '^web/src/features/(auth/access|members/otp|system/(uploads|locations|terms)|catalogue/catalogue|ordering/(buying-list|buyer-options)|market-data/favourites)/',
        ],
      },
    ),
    forbid(
      'simulators-know-no-protocol-of-ours',
      'So that a wrong idea about a protocol is not made twice.',
      { path: '^simulators/src/', pathNot: test },
      { path: others('simulators') },
    ),
    forbid(
      'server-without-web',
      'The server serves the built page, it does not import it.',
      { path: '^server/src/', pathNot: test },
      { path: ['^web/', '^simulators/', '^tools/', '^e2e/', '^bench/'] },
    ),

    forbid(
      'features-through-their-main-file',
      'A feature reaches another only through contexts/<context>/<name>/<name>.ts (purchases also shows its types).',
      { path: '^server/src/contexts/([^/]+/[^/]+)/', pathNot: test },
      {
        path: '^server/src/contexts/',
        pathNot: [
          '^server/src/contexts/$1/',
          String.raw`^server/src/contexts/[^/]+/([^/]+)/\1\.ts$`,
          String.raw`^server/src/contexts/ordering/(purchases)/(\1\.)?types\.ts$`,
        ],
      },
    ),
    forbid(
      'channels-open-on-features',
      'A channel uses what features offer, as features do among themselves: their <name>.ts, and the types of orders.',
      { path: '^server/src/partner-api/', pathNot: test },
      {
        path: '^server/src/(contexts|demo)/',
        pathNot: [String.raw`^server/src/contexts/[^/]+/([^/]+)/\1\.ts$`, String.raw`^server/src/contexts/ordering/purchases/types\.ts$`],
      },
    ),
    forbid(
      'channels-apart',
      'Each channel can be understood, added and taken away alone.',
      { path: '^server/src/partner-api/([^/]+)/', pathNot: test },
      { path: '^server/src/partner-api/([^/]+)/', pathNot: '^server/src/partner-api/$1/' },
    ),
    forbid(
      'nothing-knows-the-channels',
      'Orders do not ask by which channel they came; only the start of the program lists the channels.',
      { path: '^server/src/(contexts|ledger|integrations|demo)/', pathNot: test },
      { path: '^server/src/partner-api/' },
    ),
    forbid(
      'money-is-pure',
      'Amounts in, amounts out.',
      { path: '^server/src/shared/money/', pathNot: test },
      { pathNot: '^server/src/shared/money/' },
    ),
    forbid(
      'base-knows-no-product',
      'http/, realtime/, jobs/, db/ and shared/ would serve any other program as well.',
      { path: '^server/src/(http|realtime|jobs|db|shared)/', pathNot: test },
      { path: '^server/src/(contexts|partner-api|ledger|integrations|demo)/' },
    ),
    forbid(
      'ledger-knows-no-feature',
      'Features book; the books do not ask back.',
      { path: '^server/src/ledger/', pathNot: test },
      { path: '^server/src/(contexts|partner-api|integrations|demo)/' },
    ),
    forbid(
      'integrations-know-no-feature',
      'Protocols of outsiders, without our rules and without our database.',
      { path: '^server/src/integrations/', pathNot: test },
      {
        path: '^server/src/(contexts|partner-api|ledger|demo|db/db)',
      },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
}
