/** Who may import whom. test/unit/house/import-rules.test.ts checks that the paths exist. Paths start at the project's root. */

const useCase = '^functions/[^/]+/(?!(handler|lambda)\\.ts$|[^/]+-source\\.ts$)';
const source = '^functions/[^/]+/[^/]+-source\\.ts$';
const cloudAdapter = '^shared/(runtime/cloud|ledger/dynamodb)/';
const cdk = '(^|/)node_modules/(aws-cdk|aws-cdk-lib|constructs|cdk-nag)/';
const destinationConfig = '^message/send/[^/]+/config\\.ts$';
const folders = 'build|create|functions|shared|sandbox|infra|cli|machine|view|test';

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const forbidden = [
  {
    name: 'domain-imports-nothing-outside-itself',
    comment: 'The rules of the trade stay pure: no platform, no package, no other part.',
    from: { path: '^shared/domain/' },
    to: { pathNot: '^shared/domain/' },
  },
  {
    name: 'use-case-imports-only-domain',
    comment: 'A use case takes FunctionPorts; the handler or a test provides them.',
    from: { path: useCase },
    to: { pathNot: ['^shared/(domain|ledger|bridge-api)/', '^functions/'] },
  },
  {
    name: 'use-case-imports-only-types-of-its-ports',
    comment:
      "The ledger and the API client come in through FunctionPorts. A source translates the API's answers.",
    from: { path: useCase },
    to: { path: '^shared/(ledger|bridge-api)/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'use-case-knows-no-handler',
    comment: 'The handler calls the use case: an import back would make them one.',
    from: { path: useCase },
    to: { path: '^functions/[^/]+/(handler|lambda)\\.ts$' },
  },
  {
    name: 'source-adapts-only-the-bridge-api',
    comment: 'A source puts the answers of the API client into the words of the domain, and no more.',
    from: { path: source },
    to: { path: `^(${folders})/`, pathNot: ['^shared/(domain|bridge-api)/', '^functions/'] },
  },
  {
    name: 'functions-never-import-each-other',
    comment: 'They hand on by a queue or by the ledger. What two need goes to shared.',
    from: { path: '^functions/([^/]+)/' },
    to: { path: '^functions/[^/]+/', pathNot: '^functions/$1/' },
  },
  {
    name: 'wiring-is-plain-data',
    comment: 'infra and machine both read it: it may load no handler and nothing that runs.',
    from: { path: '^functions/(wiring|expand-schedules)\\.ts$' },
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
    name: 'functions-run-anywhere',
    comment: 'What runs in the cloud must not need this machine, the CDK or a test.',
    from: { path: '^functions/' },
    to: { path: '^(sandbox|infra|build|cli|machine|view|test)/' },
  },
  {
    name: 'shared-imports-nothing-above-it',
    comment: 'It is what the others stand on.',
    from: { path: '^shared/' },
    to: { path: '^(functions|sandbox|infra|build|cli|machine|view|test)/' },
  },
  {
    name: 'bridge-api-ledger-destinations-import-only-domain',
    comment: 'Three independent parts: any of them can be taken out and used, or replaced, on its own.',
    from: { path: '^shared/(bridge-api|ledger|destinations)/', pathNot: destinationConfig },
    to: { path: '^shared/', pathNot: ['^shared/domain/', '^shared/$1/'] },
  },
  {
    name: 'destination-config-imports-only-what-writes-fields',
    comment:
      "How a kind of destination is written is the config's part of its folder: it loads nothing that sends.",
    from: { path: destinationConfig },
    to: {
      path: '^shared/',
      pathNot: ['^shared/domain/', '^shared/config/(fields|field-schemas|mention-schema)\\.ts$'],
    },
  },
  {
    name: 'only-config-imports-destination-config',
    comment: 'A function is given a config that was checked: no schema of it belongs into its bundle.',
    from: { path: '^(shared|functions|infra|cli|machine|view)/', pathNot: '^shared/config/' },
    to: { path: destinationConfig },
  },
  {
    name: 'config-imports-only-domain',
    comment:
      'The config is read at synth, too, where nothing that runs may be loaded. It needs to know when a schedule fires, and the time, and how each kind of destination is written.',
    from: { path: '^shared/config/' },
    to: {
      path: '^shared/',
      pathNot: ['^shared/(config|domain)/', destinationConfig, '^shared/runtime/(cron-times|system)\\.ts$'],
    },
  },
  {
    name: 'bridge-api-through-its-front-door',
    comment: 'Its other files may change with any release.',
    from: {
      pathNot: ['^shared/bridge-api/', '^test/[^/]+/bridge-api/'],
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
    to: { path: '^(build|cli|machine|view|sandbox|test)/|(^|/)node_modules/esbuild/' },
  },
  {
    name: 'machine-imports-no-command',
    comment: 'The machine runs without a command line.',
    from: { path: '^machine/' },
    to: { path: '^cli/' },
  },
  {
    name: 'view-imports-no-command-and-no-machine',
    comment:
      'It shows what a ledger holds, of one machine or of a stage: commands, the page and the machine stand on it.',
    from: { path: '^view/' },
    to: { path: '^(cli|machine|infra|build|create)/' },
  },
  {
    name: 'preview-imports-only-what-composes',
    comment:
      'A preview must be harmless: it loads no code that sends or writes. test/integration/preview checks what is loaded in the end.',
    from: { path: '^view/preview/' },
    to: {
      pathNot: [
        '^(view/preview|shared/domain)/',
        '^view/lookup/(explain-stay|read-days)\\.ts$',
        '^functions/compose-digests/(digests/compose-digests|alerts/find-unseen)\\.ts$',
        '^shared/(config/signalpost-config|destinations/destinations?|ledger/ledger|runtime/(cron-times|system))\\.ts$',
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
      path: [`^(${folders})/`, '^signalpost\\.config\\.ts$'],
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
    name: 'only-cli-machine-and-tests-import-sandbox',
    comment: 'Invented data must not come near a deployed function.',
    from: { pathNot: '^(sandbox|cli|machine|view|test)/' },
    to: { path: '^sandbox/' },
  },
  {
    name: 'create-imports-only-what-init-asks',
    comment: 'It is bundled into one file, which also runs on Node 20.',
    from: { path: '^create/' },
    to: {
      path: `^(${folders})/`,
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
    from: { path: '^(shared|functions)/', pathNot: cloudAdapter },
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
      path: '^(shared|functions|sandbox|cli|machine|view)/',
      pathNot: '^shared/(runtime/logger|config/json-schema)\\.ts$',
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
