import { describe, expect, it } from 'vitest';
import { readNotes } from '../../../build/read-notes.ts';

const changelog = (heading: string, text = 'The first version.\n\n### Sending\n\n- Slack.\n') =>
  `# Changelog\n\nWhat users get.\n\n## ${heading}\n\n${text}\n## 0.1.0 (2026-01-05)\n\nOlder.\n`;

describe('the release notes of a version', () => {
  it('are its section of the changelog, without the heading and the older versions', () => {
    const notes = 'The first version.\n\n### Sending\n\n- Slack.';
    expect(readNotes(changelog('0.1.1 (2026-12-01)'), '0.1.1')).toEqual({ notes });
    expect(readNotes(changelog('0.1.1 (2026-12-01)'), '0.1.0')).toEqual({ notes: 'Older.' });
  });

  it.each([
    ['no section', '0.1.10 (2026-12-01)', 'found nothing; write ## 0.1.1 (YYYY-MM-DD)'],
    ['a section without a date', '0.1.1 (unreleased)', 'found 0.1.1 (unreleased); write ## 0.1.1 (YYYY-'],
  ])('are refused for %s', (_, heading, problem) => {
    expect(readNotes(changelog(heading), '0.1.1').problem).toContain(problem);
  });

  it('are refused for a section without text', () => {
    expect(readNotes(changelog('0.1.1 (2026-12-01)', ''), '0.1.1')).toEqual({
      problem: 'CHANGELOG.md: found no text under 0.1.1 (2026-12-01); write it',
    });
  });
});
