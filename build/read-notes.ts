/** The notes of a version under its heading `## 1.2.3 (2026-12-01)` in the changelog, or what is wrong with them. */
export function readNotes(changelog: string, version: string): { notes?: string; problem?: string } {
  const section = changelog.split(/^## /m).find((one) => one.startsWith(`${version} `));
  const [heading = 'nothing', ...lines] = section?.split('\n') ?? [];
  if (!/ \(\d{4}-\d\d-\d\d\)$/.test(heading))
    return {
      problem: `CHANGELOG.md: found ${heading}; write ## ${version} (YYYY-MM-DD), the day of the release`,
    };
  const notes = lines.join('\n').trim();
  return notes === '' ? { problem: `CHANGELOG.md: found no text under ${heading}; write it` } : { notes };
}
