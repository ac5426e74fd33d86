/** Who may import whom. test/unit/house/import-rules.test.ts checks that the paths exist. Paths start at the project's root. */

/**
 * The floors of the house, the lowest first: a folder imports itself and what stands before it, so that no folders form a
 * circle, and nobody has to read upwards. CONTRIBUTING.md shows them.
 */
export const floors = [
  // What is decided, without a word about how it is told.
  'shared/domain',
  'shared/domain/text',
  'shared/domain/times',
  'shared/domain/rows',
  'shared/domain/cells',
  'shared/domain/polling',
  'shared/domain/upstream',
  'shared/domain/health',
  'shared/domain/routes',
  'shared/domain/signals',
  'shared/domain/digests',
  'shared/domain/reports',
  'shared/domain/clicks',
  'shared/domain/alerts',
  'shared/domain/history',
  // What is asked, configured and remembered.
  'shared/bridge-api',
  'shared/runtime',
  'shared/config',
  'shared/ledger/table',
  'shared/ledger/dynamodb',
  'shared/ledger/items',
  'shared/ledger/inbound',
  'shared/ledger/upstream',
  'shared/ledger/alerts',
  'shared/ledger/polling',
  'shared/ledger/history',
  'shared/ledger/routes',
  'shared/ledger/digests',
  'shared/ledger/signals',
  'shared/ledger/pending',
  'shared/ledger',
  // A signal becomes bytes.
  'message/text',
  'message/lines',
  'message/facts',
  'message/routes',
  'message/digest',
  'message/reports',
  'message/send',
  'message/slack',
  'message/teams',
  'message/webhook',
  'message',
  // What runs: each function beside the others, and what they have in common before them.
  'functions/observations',
  'functions/runtime',
  'functions',
  'functions/alerts',
  'functions/lookups',
  'functions/cloud',
  'functions/receive-events',
  'functions/plan-polls',
  'functions/poll-signals',
  'functions/fetch-summaries',
  'functions/compose-digests/digests',
  'functions/compose-digests/reports',
  'functions/compose-digests/alerts',
  'functions/compose-digests',
  'functions/deliver-digest',
  'functions/answer-clicks',
  'functions/tell-alarm',
  // The service, with sample data.
  'sandbox/data',
  'sandbox/http',
  'sandbox/rows',
  'sandbox/summaries',
  'sandbox/operations',
  'sandbox/control',
  'sandbox',
  // What people see of a ledger.
  'view/columns',
  'view/lookup',
  'view/preview',
  'view/words',
  'view/health',
  'view/page/pages',
  'view/page',
  // Where it runs: one machine, or AWS.
  'machine/queues',
  'machine',
  'machine/pipeline',
  'machine/demo',
  'infra/constructs',
  'infra',
  // The command line.
  'cli/input',
  'cli/aws',
  'cli/open',
  'cli/doctor',
  'cli/read',
  'cli/act',
  'cli/operate',
  'cli/run',
  'cli',
  'create',
  'build',
];

const parts = [...new Set(floors.map((floor) => floor.split('/')[0]))].join('|');
const filesIn = (folders) => `^(${folders.join('|')})/[^/]+$`;
const common = ['^functions/(alerts|lookups|observations|runtime|cloud)/'];
const oneFunction = '^functions/([^/]+)/';
const source = '^functions/[^/]+/[^/]+-source\\.ts$';
const useCase = {
  path: '^functions/[^/]+/',
  pathNot: ['^functions/[^/]+/(handler|lambda)\\.ts$', source, '^functions/(observations|runtime|cloud)/'],
};
const cloudAdapter = '^(functions/cloud|shared/ledger/dynamodb)/';
const cdk = '(^|/)node_modules/(aws-cdk|aws-cdk-lib|constructs|cdk-nag)/';
const destinationConfig = '^shared/config/(slack|teams|webhook)-config\\.ts$';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  ...floors.slice(0, -1).map((floor, index) => ({
    name: `floor-of-${floor}`,
    comment: 'It would import what stands above it: see the floors, at the top of this file.',
    from: { path: filesIn([floor]) },
    to: { path: filesIn(floors.slice(index + 1)) },
  })),
  {
    name: 'every-folder-has-a-floor',
    comment: 'What stands on no floor could import upwards unseen: give it a place among the floors.',
    from: { path: `^(${parts})/.+\\.ts$`, pathNot: [filesIn(floors), '^view/page/assets/'] },
    to: {},
  },
  {
    name: 'no-circles-of-folders',
    comment: 'Of two folders that need each other none can be read, or moved, alone. Also those of tests.',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
  {
    name: 'domain-imports-nothing-outside-itself',
    comment: 'The rules of the trade stay pure: no platform, no package, no words of a message.',
    from: { path: '^shared/domain/' },
    to: { pathNot: '^shared/domain/' },
  },
  {
    name: 'use-case-imports-only-domain-and-message',
    comment: 'A use case takes FunctionPorts; the handler or a test provides them.',
    from: useCase,
    to: { pathNot: ['^shared/(domain|ledger|bridge-api)/', '^message/', '^functions/'] },
  },
  {
    name: 'use-case-loads-nothing-that-sends',
    comment:
      'It is given how a digest is rendered: a dry run of it, and a preview, must not be able to send.',
    from: useCase,
    to: {
      path: '^message/(send|slack|teams|webhook|[^/]+\\.ts$)',
      pathNot: '^message/slack/(read-click|show-clicks|write-blocks)\\.ts$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'use-case-imports-only-types-of-its-ports',
    comment:
      "The ledger and the API client come in through FunctionPorts. A source translates the API's answers.",
    from: useCase,
    to: { path: '^shared/(ledger|bridge-api)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'use-case-knows-no-handler',
    comment: 'The handler calls the use case: an import back would make them one.',
    from: useCase,
    to: { path: ['^functions/[^/]+/(handler|lambda)\\.ts$', '^functions/cloud/'] },
  },
  {
    name: 'source-adapts-only-the-bridge-api',
    comment: 'A source puts the answers of the API client into the words of the domain, and no more.',
    from: { path: source },
    to: { path: `^(${parts})/`, pathNot: ['^shared/(domain|bridge-api)/', '^functions/'] },
  },
  {
    name: 'functions-never-import-each-other',
    comment: 'They hand on by a queue or by the ledger. What two need stands in one of the common folders.',
    from: { path: oneFunction, pathNot: common },
    to: { path: oneFunction, pathNot: ['^functions/$1/', ...common] },
  },
  {
    name: 'function-through-its-front-door',
    comment:
      'Its handler, or its use case, which has its name. What others read too stands in functions/lookups.',
    from: { pathNot: '^(functions|test)/' },
    to: {
      path: oneFunction,
      pathNot: [...common, '^functions/[^/]+/handler\\.ts$', '^functions/(?<name>[^/]+)/\\k<name>\\.ts$'],
    },
  },
  {
    name: 'wiring-is-plain-data',
    comment: 'infra and machine both read it: it may load no handler and nothing that runs.',
    from: { path: '^functions/(wiring|stage-alarms)\\.ts$' },
    to: {
      pathNot: ['^shared/domain/', '^shared/runtime/environment\\.ts$', '^functions/wiring\\.ts$'],
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'functions-do-not-read-the-wiring',
    comment: 'A function that knew how it is triggered could not be run any other way.',
    from: { path: '^functions/[^/]+/' },
    to: { path: '^functions/wiring\\.ts$' },
  },
  {
    name: 'bridge-api-ledger-config-are-independent',
    comment:
      'Any of them can be taken out and used, or replaced, on its own. The config is read at synth, too: it needs to know when a schedule fires, what a stage is called, and whether a template renders.',
    from: { path: '^shared/(bridge-api|ledger|config)/' },
    to: {
      path: '^shared/',
      pathNot: [
        '^shared/domain/',
        '^shared/$1/',
        '^shared/runtime/(cron-times|system|stage-names|json-template)\\.ts$',
      ],
    },
  },
  {
    name: 'destination-config-imports-only-what-writes-fields',
    comment: 'How a kind of destination is written is one file: it can be taken out.',
    from: { path: destinationConfig },
    to: {
      path: '^shared/',
      pathNot: ['^shared/domain/', '^shared/config/(fields|field-schemas|mention-schema)\\.ts$'],
    },
  },
  {
    name: 'only-config-imports-destination-config',
    comment: 'A function is given a config that was checked: no schema of it belongs into its bundle.',
    from: { path: '^(shared|message|functions|infra|cli|machine|view)/', pathNot: '^shared/config/' },
    to: { path: destinationConfig },
  },
  {
    name: 'message-imports-only-domain',
    comment:
      'It is given what it tells, and how to send it. A template is rendered as it was when the config was checked.',
    from: { path: '^message/' },
    to: { path: '^shared/', pathNot: ['^shared/domain/', '^shared/runtime/json-template\\.ts$'] },
  },
  {
    name: 'one-kind-of-destination-knows-no-other',
    comment: 'A kind is one folder: it can be taken out.',
    from: { path: '^message/(slack|teams|webhook)/' },
    to: { path: '^message/(slack|teams|webhook)/', pathNot: '^message/$1/' },
  },
  {
    name: 'bridge-api-through-its-front-door',
    comment: 'Its other files may change with any release.',
    from: {
      pathNot: ['^shared/bridge-api/', '^test/contract/bridge-api/', '^test/unit/shared/bridge-api/'],
    },
    to: { path: '^shared/bridge-api/', pathNot: '^shared/bridge-api/index\\.ts$' },
  },
  {
    name: 'infra-imports-no-handler',
    comment:
      'It names them by path: synth would otherwise load what is meant for Lambda, however indirectly.',
    from: { path: '^infra/' },
    to: { path: '^functions/[^/]+/', reachable: true },
  },
  {
    name: 'infra-imports-only-what-deploys',
    comment: 'A template must not depend on what runs on one machine, nor need a bundler.',
    from: { path: '^infra/' },
    to: { path: '^(machine|view|sandbox|test)/|(^|/)node_modules/esbuild/' },
  },
  {
    name: 'preview-imports-only-what-composes',
    comment:
      'A preview must be harmless: it loads no code that sends or writes. test/integration/preview checks what is loaded in the end.',
    from: { path: '^view/preview/' },
    to: {
      pathNot: [
        '^(view/preview|shared/domain|message/(text|lines|facts|routes|digest|reports))/',
        '^view/lookup/(explain-stay|read-days|describe-not-sent)\\.ts$',
        '^functions/(compose-digests/compose-digests|lookups/find-unseen)\\.ts$',
        '^(shared/(config/signalpost-config|ledger/ledger|runtime/(cron-times|system))|message/destinations)\\.ts$',
        '^shared/ledger/(routes/routes|table/draft-table)\\.ts$',
      ],
    },
  },
  {
    name: 'deploy-through-operate',
    comment: 'How CDK is run is the business of cli/operate alone.',
    from: { pathNot: ['^cli/operate/', '^test/'] },
    to: { path: '^cli/aws/cdk\\.ts$' },
  },
  {
    name: 'cli-and-machine-import-no-cdk',
    comment: 'It starts in a second; the CDK alone takes longer than that.',
    from: { path: '^(cli|machine|view)/' },
    to: { path: [cdk, '^infra/', '(^|/)node_modules/esbuild/'], reachable: true },
  },
  {
    name: 'sandbox-imports-no-other-part',
    comment: 'It is the service that is tested against: shared code would be wrong on both sides alike.',
    from: { path: '^sandbox/' },
    to: {
      path: [`^(${parts}|test)/`, '^signalpost\\.config\\.ts$'],
      pathNot: ['^sandbox/', '^shared/bridge-api/index\\.ts$'],
    },
  },
  {
    name: 'sandbox-imports-only-types-of-bridge-api',
    comment: 'See sandbox-imports-no-other-part.',
    from: { path: '^sandbox/' },
    to: { path: '^shared/bridge-api/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-view-machine-cli-and-tests-import-sandbox',
    comment: 'Invented data must not come near a deployed function.',
    from: { pathNot: '^(sandbox|cli|machine|view|test)/' },
    to: { path: '^sandbox/' },
  },
  {
    name: 'create-imports-only-what-init-asks',
    comment: 'It is bundled into one file, which also runs on Node 20.',
    from: { path: '^create/' },
    to: {
      path: `^(${parts})/`,
      pathNot: [
        '^create/',
        '^cli/run/(config-text|init-questions)\\.ts$',
        '^view/words/suggest\\.ts$',
        '^shared/domain/errors\\.ts$',
      ],
    },
  },
  {
    name: 'only-tests-import-tests',
    comment: 'A fake in a product is a bug that passes its tests.',
    from: { pathNot: '^test/' },
    to: { path: '^test/' },
  },
  {
    name: 'aws-lambda-for-its-types-alone',
    comment:
      'They are in @types/aws-lambda. The package aws-lambda is an unrelated tool on the retired SDK v2.',
    from: {},
    to: { path: '(^|/)node_modules/(@types/)?aws-lambda/|^aws-lambda$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-cloud-adapters-load-the-sdk',
    comment: "AWS's SDK is half of a function's bundle: what loads it is in one place.",
    from: { path: '^(shared|message|functions)/', pathNot: cloudAdapter },
    to: { path: '(^|/)node_modules/(@aws-sdk|@smithy)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-lambda-and-commands-load-cloud-adapters',
    comment: "One machine runs the handlers without AWS's SDK: it would take longer to start, and 30 MB.",
    from: { pathNot: [cloudAdapter, '^functions/[^/]+/lambda\\.ts$', '^(cli|test)/'] },
    to: { path: cloudAdapter, dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'no-development-dependency-at-run-time',
    comment:
      'npm ci --omit=dev must leave a Signalpost that runs, and the package depends on nothing else. Bundles of functions hold the logger; the schema is written in development.',
    from: {
      path: '^(shared|message|functions|sandbox|cli|machine|view)/',
      pathNot: '^functions/runtime/logger\\.ts$',
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'every-package-is-in-package-json',
    comment: 'A package that another one happened to bring along is gone with its next release.',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
  {
    name: 'every-import-is-found',
    comment: 'What can not be found can not be checked by any other rule.',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-circles',
    comment:
      'Neither code, whose order would depend on who asks first, nor types: of two files that need each other none can be read, or moved, alone.',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-orphans',
    comment: 'Nothing imports it and it imports nothing: left over, or its import was forgotten.',
    from: {
      orphan: true,
      // The page's files go to a browser as they are; these configs and types are read by their tools.
      pathNot: [
        '^build/no-endpoint-discovery\\.ts$',
        '^create/texts\\.d\\.ts$',
        '^view/page/assets/',
        '^\\.dependency-cruiser\\.mjs$',
        '\\.config\\.(ts|mjs)$',
      ],
    },
    to: {},
  },
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    // Without it, and without @swc/core installed, nothing is found under TypeScript 7 and all is said to be well.
    parser: 'swc',
    combinedDependencies: false,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(cdk\\.out|dist|coverage|\\.stryker-tmp|\\.deploy-test|\\.signalpost)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
