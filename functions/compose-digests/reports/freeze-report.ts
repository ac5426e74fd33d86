import { summarizeReport, type UnnamedReport } from '../../../message/reports/report.ts';
import { isoTime } from '../../../shared/domain/clock.ts';
import { noDigestId } from '../../../shared/domain/digests/digest-id.ts';
import { hasTemplate, type Route } from '../../../shared/domain/routes/route.ts';
import type { RouteStep } from '../../../shared/ledger/routes/routes.ts';
import { problemOf } from '../digests/find-unwritable.ts';
import type { ComposePorts } from '../digests/ports.ts';

/** Nothing is stored if the template fails. `at`, in milliseconds since the epoch, names the report. */
export async function freezeReport(
  ports: ComposePorts,
  { id: routeId, to }: Route,
  report: UnnamedReport,
  at: number,
  step: RouteStep,
): Promise<void> {
  const renderer = ports.rendererFor(to.type);
  const render = (digestId: string) => renderer.renderReport({ ...report, digestId }, to);
  // The slot differs from that of a digest of the same moment, and sorts by time, too.
  const pointer = { routeId, slot: `${isoTime(at)}+${report.kind}`, part: 1 };
  const problem = hasTemplate(to) ? problemOf(() => render(noDigestId)) : null;
  if (problem !== null) {
    await ports.ledger.troubles.note({ routeId, kind: 'template', about: `the ${report.kind}`, problem });
    return;
  }
  const unnamed = { ...pointer, members: [], ...render(noDigestId) };
  const digestId = (await ports.ledger.digests.readNaming(routeId))(unnamed);
  const listed = 'signals' in report ? report.signals : [];
  const buyers = [
    ...new Map(listed.map(({ buyerId, buyerName: name }) => [buyerId, { buyerId, name }])).values(),
  ];
  const outline = { headline: summarizeReport(report), hot: 0, buyers };
  const digest = { ...unnamed, ...render(digestId), digestId, destinationType: to.type, outline };
  if (!(await ports.ledger.digests.freeze(digest, ports.clock.now(), undefined, step))) {
    // A clock that was ahead may have created it, and moved the mark beyond this time: it would be tried each minute.
    const isThere = (await ports.ledger.digests.readFirstMessage(pointer)) !== null;
    if (isThere) await ports.ledger.routes.moveMark(routeId, step);
    return;
  }
  ports.observe({ kind: 'report-frozen', routeId, digestId, report: report.kind });
  await ports.queue('delivery').send([pointer]);
}
