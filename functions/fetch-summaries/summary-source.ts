import type { BridgeApi, BuyerSummaryResponse } from '../../shared/bridge-api/index.ts';
import { ContractError, HttpStatusError } from '../../shared/domain/errors.ts';
import { namesAnother } from '../../shared/domain/is-uuid.ts';
import type { BuyerSummary, SummaryBlock, SummarySection } from '../../shared/domain/signals/summary.ts';

/**
 * A stale summary is used: waiting for a newer one would delay a hot signal. `pending`: being generated upstream;
 * `none`: no bridge tracks the buyer; `refused`: to this token.
 */
export async function getSummary(api: BridgeApi, buyerId: string, deadline: number) {
  try {
    const answer = await api.getBuyerSummary(buyerId, { deadline });
    if (namesAnother(answer.buyerId, buyerId))
      throw new ContractError('getBuyerSummary: the answer is about another buyer than was asked for');
    const summary = readSummary(answer);
    if (summary !== null) return { result: 'ready', summary } as const;
    return answer.needsRegeneration ? ({ result: 'pending' } as const) : ({ result: 'none' } as const);
  } catch (error) {
    if (!(error instanceof HttpStatusError)) throw error;
    if (error.status === 404) return { result: 'none' } as const;
    // The refusal lasts until a person changes the token's rights: asking each minute would only report a failure
    // each minute.
    if (error.status === 403) {
      const problem = `${error.message}; requested again with the buyer's next hot signal`;
      return { result: 'refused', problem } as const;
    }
    throw error;
  }
}

function readSummary(answer: BuyerSummaryResponse): BuyerSummary | null {
  const { summary } = answer;
  if (summary === undefined || summary === null) return null;
  return {
    whatsRecent: readBlock(summary.whatsRecent),
    theBiggerPicture: readBlock(summary.theBiggerPicture),
    areasForDeeperDiscovery: readBlock(summary.areasForDeeperDiscovery),
    score: answer.score ?? null,
    scoreReasoning: answer.scoreReasoning ?? null,
    generatedAt: answer.generatedAt ?? null,
  };
}

type AnsweredBlock = NonNullable<NonNullable<BuyerSummaryResponse['summary']>['whatsRecent']>;

function readBlock(block: AnsweredBlock | null | undefined): SummaryBlock | null {
  if (block === undefined || block === null) return null;
  return { intro: block.intro ?? null, sections: (block.sections ?? []).map(readSection) };
}

function readSection(section: NonNullable<AnsweredBlock['sections']>[number]): SummarySection {
  return {
    title: section.title ?? null,
    text: section.text ?? null,
    sources: (section.sources ?? []).map((source) => ({
      entryId: source.entryId ?? null,
      entryName: source.entryName ?? null,
      triggerId: source.triggerId ?? null,
      triggerType: source.triggerType ?? null,
      triggerName: source.triggerName ?? null,
    })),
  };
}
