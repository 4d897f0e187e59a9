import { allRows } from 'shared/list/grammar';
import { summarizeRows } from 'shared/list/summary/summarize-rows';
import { conversationSummary } from '../core/entities/conversation-summary';
import type { SummarizedPhones } from '../core/messenger/conversations/run.server';
import { queryRows, toMemoryList } from '../core/rows/query-rows.server';
import { config } from '../core/server/config.server';
import type { Card, CardFigure } from './card';
import { type ComputedFigure, computeSummaryFigure, openFigure } from './figures.server';
import type { StoredCard } from './stored-card';

/** Returns whether the figures of a card are numbers of messages, which the panel counts in the cloud store. */
export function isOfMessages({ figures }: Card): boolean {
  return figures.some(({ list }) => list === conversationSummary.list.path);
}

/** Returns the text of the card until messages have been counted. */
export function explainNotCounted(): string {
  return config.OVERVIEW_MESSAGES_HOURS === 0
    ? 'Not counted yet. To count the messages of all phones, open Conversations.'
    : 'The messages of all phones are being counted. This can take some minutes.';
}

/** Computes the card of messages from the phones and their numbers of messages at a time. */
export async function computeMessageCard(
  { figures }: Card,
  counts: SummarizedPhones,
  at: number,
): Promise<StoredCard> {
  const computed = await Promise.all(figures.map((figure) => computeFigure(figure, counts)));
  return {
    at,
    figures: computed.map(({ value }) => value),
    rows: computed.map(({ rows = null }) => rows),
    problem: describeFailed(counts.failed),
  };
}

async function computeFigure(
  figure: CardFigure,
  { rows }: SummarizedPhones,
): Promise<ComputedFigure> {
  const { entity, state } = openFigure(figure);
  const { filters } = state.query;
  const found = queryRows(entity, rows, { ...allRows, filters });
  if (!state.summary) return { value: found.total };
  const result = await summarizeRows(found.rows, state.summary, toMemoryList(entity));
  return result ? computeSummaryFigure(result, state.summary) : { value: null };
}

function describeFailed(failed: number): string | undefined {
  if (failed === 0) return undefined;
  const phones = failed === 1 ? 'one phone' : `${failed.toLocaleString('en')} phones`;
  return `Without the messages of ${phones}, which could not be counted.`;
}
