import type * as v from 'valibot';

type Issue = v.BaseIssue<unknown>;
type Keys = readonly unknown[];

/** Each issue as one line, `routes[1].to.webhookUrl.secret: found …; fix`. */
export function tellIssues(issues: readonly Issue[]): string[] {
  const lines = issues.flatMap((issue) => tellIssue(issue, []));
  return [...new Set(lines)];
}

/** `routes[1].to`; the config itself is `the config`. */
export function tellPath(keys: Keys): string {
  if (keys.length === 0) return 'the config';
  return keys
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[\w$]+$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(key)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

function tellIssue(issue: Issue, above: Keys): string[] {
  const keys = [...above, ...(issue.path ?? []).map(({ key }) => key)];
  // Each alternative of a union reports an issue. An issue inside the value belongs to the alternative that was meant.
  const inside = (issue.issues ?? []).filter(({ path }) => path !== undefined);
  if (inside.length > 0) return inside.flatMap((inner) => tellIssue(inner, keys));
  // An unknown field is reported at its object, together with the other unknown fields.
  const at = issue.type === 'strict_object' && issue.expected === 'never' ? keys.slice(0, -1) : keys;
  return [`${tellPath(at)}: ${issue.message}`];
}
