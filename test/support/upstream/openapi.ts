import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type Options } from 'ajv/dist/2020.js';
import formatsPlugin from 'ajv-formats';
import { parse } from 'yaml';

/** What crossed the wire, as a server saw it. `path` holds the query too; header names are in lower case. */
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body's text, empty when there was none. */
  readonly body: string;
}

interface SeenAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
}

/**
 * Checks requests and answers against docs/openapi.yaml. Each function returns the problems it found, none when
 * all is well: `expect(api.checkRequest(request)).toEqual([])`.
 */
export interface OpenApi {
  /** The operationId that a request's method and path lead to, null when they lead nowhere. */
  operationOf(request: Pick<SeenRequest, 'method' | 'path'>): string | null;
  /** Path, query, header and body. A query parameter that the document does not know is a problem. */
  checkRequest(request: SeenRequest): string[];
  /** An undocumented status is a problem; so is a 200 whose body is not what the operation promises. */
  checkAnswer(request: Pick<SeenRequest, 'method' | 'path'>, answer: SeenAnswer): string[];
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required?: boolean;
  readonly schema: Schema;
}
type Schema = Record<string, unknown>;
type Media = Record<string, { readonly schema: Schema }>;
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content: Media };
  readonly responses: Record<string, { readonly content?: Media } | Reference>;
}
interface Reference {
  readonly $ref: string;
}
interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>;
}

const documentId = 'openapi.yaml';

/** `arrayParameters` says how the arrays of a query are written; the document itself has them repeated. */
export function loadOpenApi(options: { readonly arrayParameters?: 'repeat' | 'comma' } = {}): OpenApi {
  const document = readDocument();
  const comma = options.arrayParameters === 'comma';
  const ajv = createValidator(document);
  const findSchema = (pointer: string) => {
    const validate = ajv.getSchema(`${documentId}#${pointer}`);
    if (!validate) throw new Error(`docs/openapi.yaml has no schema at ${pointer}`);
    return validate;
  };

  const check = (what: string, pointer: string, value: unknown): string[] => {
    const validate = findSchema(pointer);
    return validate(value) ? [] : (validate.errors ?? []).map((error) => describe(what, error));
  };

  const find = ({ method, path }: Pick<SeenRequest, 'method' | 'path'>) => {
    const { pathname } = new URL(path, 'http://host');
    for (const [template, operations] of Object.entries(document.paths)) {
      const operation = operations[method.toLowerCase()];
      const values = matchPath(template, pathname);
      if (operation && values)
        return { operation, values, pointer: `/paths/${escapePointer(template)}/${method.toLowerCase()}` };
    }
    return null;
  };

  const checkRequest = (request: SeenRequest): string[] => {
    const found = find(request);
    if (!found) return [`no operation at ${request.method} ${request.path.split('?')[0]}`];
    const { operation, values, pointer } = found;
    const query = new URL(request.path, 'http://host').searchParams;
    const problems: string[] = [];
    const known = new Set<string>();
    operation.parameters.forEach((entry, index) => {
      const at = '$ref' in entry ? entry.$ref.slice(1) : `${pointer}/parameters/${index}`;
      const parameter = '$ref' in entry ? (follow(document, entry) as Parameter) : entry;
      if (parameter.in === 'query') known.add(parameter.name);
      const value =
        parameter.in === 'path'
          ? values[parameter.name]
          : readParameter(parameter.schema, query.getAll(parameter.name), comma);
      const what = `${parameter.in} parameter ${parameter.name}`;
      if (value !== undefined) problems.push(...check(what, `${at}/schema`, value));
      else if (parameter.required) problems.push(`${what} is missing`);
    });
    for (const name of new Set(query.keys()))
      if (!known.has(name)) problems.push(`query parameter ${name} is not in the document`);
    if (!/^Bearer [\x21-\x7e]+$/.test(String(request.headers.authorization)))
      problems.push('header Authorization is no bearer token');
    return [...problems, ...checkRequestBody(request, operation, pointer)];
  };

  const checkRequestBody = (request: SeenRequest, operation: Operation, pointer: string): string[] => {
    if (!operation.requestBody) return request.body === '' ? [] : ['a body where none is documented'];
    const type = request.headers['content-type'];
    const problems = type === 'application/json' ? [] : [`header Content-Type is ${String(type)}`];
    const body = readJson(request.body);
    if (body === undefined) return [...problems, 'the body is not JSON'];
    return [
      ...problems,
      ...check('body', `${pointer}/requestBody/content/application~1json/schema`, body.value),
    ];
  };

  return {
    operationOf: (request) => find(request)?.operation.operationId ?? null,
    checkRequest,
    checkAnswer(request, answer) {
      const found = find(request);
      if (!found) return [`no operation at ${request.method} ${request.path.split('?')[0]}`];
      const response = found.operation.responses[String(answer.status)];
      if (!response) return [`${found.operation.operationId} documents no status ${answer.status}`];
      // What an error's body holds is promised nowhere.
      if ('$ref' in response || !response.content) return [];
      const type = answer.contentType?.split(';')[0]?.trim();
      const problems = type === 'application/json' ? [] : [`the content type is ${String(type)}`];
      const body = readJson(answer.body);
      if (body === undefined) return [...problems, 'the body is not JSON'];
      const pointer = `${found.pointer}/responses/${answer.status}/content/application~1json/schema`;
      return [...problems, ...check('body', pointer, body.value)];
    },
  };
}

function readDocument(): OpenApiDocument {
  const file = new URL('../../../docs/openapi.yaml', import.meta.url);
  return parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}

function createValidator(document: OpenApiDocument) {
  // Not strict: an OpenAPI document is no schema, and its own words (`paths`, `x-…`) would be refused.
  const options: Options = { strict: false, allErrors: true };
  const ajv = new Ajv2020(options);
  formatsPlugin.default(ajv);
  ajv.addSchema(document as unknown as Schema, documentId);
  return ajv;
}

function matchPath(template: string, pathname: string): Record<string, string> | null {
  const wanted = template.split('/');
  const given = pathname.split('/');
  if (wanted.length !== given.length) return null;
  const values: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (part.startsWith('{')) values[part.slice(1, -1)] = decodeURIComponent(segment);
    else if (part !== segment) return null;
  }
  return values;
}

function readParameter(schema: Schema, texts: readonly string[], comma: boolean): unknown {
  if (texts.length === 0) return undefined;
  if (schema.type === 'array') return comma ? texts.flatMap((text) => text.split(',')) : texts;
  // More than one value of a parameter that takes one is left as an array, which its schema refuses.
  if (texts.length > 1) return texts;
  return schema.type === 'integer' ? Number(texts[0]) : texts[0];
}

function follow(document: OpenApiDocument, { $ref }: Reference): unknown {
  return $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document);
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function escapePointer(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}

function describe(what: string, error: ErrorObject): string {
  return `${what}${error.instancePath} ${error.message ?? 'is wrong'} ${JSON.stringify(error.params)}`;
}
