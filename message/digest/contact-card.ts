import { readContact } from '../../shared/domain/cells/contact.ts';
import { createFactReader } from '../../shared/domain/cells/row-facts.ts';
import type { DigestSignal, DigestView } from '../../shared/domain/digests/digest.ts';
import { labelColumn } from '../../shared/domain/text/column-words.ts';
import type { MessageSection } from '../lines/message.ts';
import { dot, plain } from '../lines/spans.ts';

/**
 * `Decision Maker: Naveen Rosales, Director · naveen@fwisd.example · (817) 555-0100` at a hot signal. A section of its own:
 * a sender can leave it out where others than the owner would read it.
 */
export function writeContact(signal: DigestSignal, view: DigestView): MessageSection[] {
  if (!view.contacts || !signal.hot) return [];
  const { email, phone } = readContact(signal, view);
  const ways = [email, phone].filter((way) => way !== null);
  if (ways.length === 0) return [];
  const person = createFactReader(signal, view).person();
  const who = person === null ? 'Contact' : `${labelColumn(person.column)}: ${person.value}`;
  return [{ kind: 'contact', lines: [[plain([who, ...ways].join(dot))]] }];
}
