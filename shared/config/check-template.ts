import { type TemplateContext, templateContext } from '../domain/digests/template-context.ts';
import { TemplateError } from '../domain/errors.ts';
import { findNearest } from '../domain/find-nearest.ts';
import type { Route } from '../domain/routes/route.ts';
import { renderTemplate } from '../runtime/json-template.ts';
import { exampleAlarmBody, exampleDigestBody } from './example-bodies.ts';
import type { SignalpostConfig } from './signalpost-config.ts';

const words = { headline: 'A sample', text: 'A sample' };

type AlarmSettings = Pick<NonNullable<SignalpostConfig['alarms']>, 'to' | 'runbookUrl'>;
type Body = Parameters<typeof templateContext>[0];

/** A problem reads `to.body.path: found …; fix`; null if the template renders for all that the route sends. */
export function findTemplateProblem({ to, heartbeat, recap, remind }: Route): string | null {
  const { version, digestId, routeId } = exampleDigestBody.data;
  const reports = Object.entries({ heartbeat, recap, reminder: remind })
    .filter(([, isSent]) => isSent !== undefined)
    .map(([kind]) => ({
      ...exampleDigestBody,
      type: `${kind}.created`,
      data: { version, digestId, routeId },
    }));
  const digests = [exampleDigestBody, { ...exampleDigestBody, type: 'test' }];
  return findFirst(to, digests) ?? findFirst(to, reports, isOfDigest);
}

/** An alarm of no route has no value in some fields. */
export function findAlarmTemplateProblem({ to, runbookUrl }: AlarmSettings): string | null {
  if (to === undefined) return null;
  const data = { ...exampleAlarmBody.data, runbookUrl: runbookUrl ?? null };
  const raised = { ...exampleAlarmBody, data };
  const ofNoRoute = { ...data, routeId: null, digestId: null, count: null };
  return findFirst(to, [raised, { ...raised, type: 'alarm.cleared' }, { ...raised, data: ofNoRoute }]);
}

/** A template takes the fields of a digest for granted, so a report's own fields say nothing. */
function isOfDigest({ unknown }: TemplateError): boolean {
  return unknown?.isField === true && Object.hasOwn(exampleDigestBody.data, unknown.name);
}

function findFirst(
  to: Route['to'],
  bodies: readonly Body[],
  counts: (error: TemplateError) => boolean = () => true,
): string | null {
  if (to.type !== 'webhook' || to.body === undefined) return null;
  for (const body of bodies) {
    const context = templateContext(body, words);
    try {
      renderTemplate(to.body, context);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      if (counts(error)) return formatProblem(error, context);
    }
  }
  return null;
}

/** JSON-e brings these. */
const functions =
  'abs ceil defined floor fromNow join len lowercase lstrip max min number range rstrip split sqrt str strip typeof uppercase now';

function formatProblem({ path, problem, unknown }: TemplateError, context: TemplateContext): string {
  const at = `to.body${path}: found `;
  const { type } = context;
  if (unknown === null) {
    return `${at}what JSON-e can't render for ${type}: ${problem}; correct it, as "Templates" in docs/configuration.md shows`;
  }
  const { name, isField } = unknown;
  const known = isField ? fieldsIn(context) : [...Object.keys(context), ...functions.split(' ')];
  const nearest = findNearest(name, known);
  const meant = nearest === null ? '' : ` (did you mean "${nearest}"?)`;
  const fix = isField
    ? "write a field of that body, or a column: columns['Match Score'] of a signal, which is null where it is absent"
    : `a template can name ${Object.keys(context).join(', ')}`;
  return `${at}the unknown ${isField ? 'field' : 'name'} "${name}"${meant} for ${type}; ${fix}`;
}

function fieldsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(fieldsIn);
  return Array.isArray(value) ? inner : [...new Set([...Object.keys(value), ...inner])];
}
