import type { ColumnMetadata } from '../../shared/bridge-api/index.ts';
import type { ColumnInfo } from '../../shared/domain/rows/columns.ts';

/** Null without a name. */
export function columnInfo(item: ColumnMetadata): ColumnInfo | null {
  const { name, fieldFormat, prompt } = item.column;
  if (!name) return null;
  const labels = (fieldFormat?.enumerationValues ?? []).flatMap(({ value, label }): [string, string][] =>
    value && label && value !== label ? [[value, label]] : [],
  );
  return {
    name,
    format: fieldFormat?.baseFormat || null,
    currency: fieldFormat?.currency || null,
    labels: Object.fromEntries(labels),
    analysed: Boolean(item.webAgentModel || prompt || item.vendorPresenceSettings),
    internal: Boolean(item.webhookUrl || item.emailGenerationSettings || item.linkSettings),
  };
}
